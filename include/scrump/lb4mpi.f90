! LB4MPI's own Fortran interface, for its programs: they compile unchanged with this module, which
! has its name, except that its working variables (info, method, iStart, ...) are the program's own.
! docs/loops.md says what differs.
!
!     use DLS
!     type(infoDLS) :: info
!     call DLS_Setup(MPI_COMM_WORLD, info)
!     call DLS_StartLoop(info, 1, size(data), method)
!     do while (.not. DLS_Terminated(info))
!         call DLS_StartChunk(info, start, count)
!         do i = start, start + count - 1
!             results(i) = f(data(i))
!         end do
!         call DLS_EndChunk(info)
!     end do
!     call DLS_EndLoop(info, iterations, seconds)
!     call DLS_Finalize(info)
!
! Every rank of the communicator makes the same calls from its main thread. All ranks have the data
! of all iterations, each of which runs once, on one of them; after
! `call SCRUMP_DataSetup(info%loop, data)` (module scrump_loops), each rank has its own iterations
! with their data, and ranks steal from each other.
!
! Errors print a message and abort all ranks, unless SCRUMP_Set_errhandler() says otherwise.
module DLS
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_null_char, c_null_ptr, c_ptr
    use scrump_loops, only: infoSCRUMP
    implicit none
    private
    public :: infoDLS
    public :: DLS_MethodCount, DLS_LongName, DLS_ShortName
    public :: DLS_Setup, DLS_Parameters_Setup, DLS_GroupSetup, DLS_Partition, DLS_StartLoop, &
        DLS_Terminated, DLS_StartChunk, DLS_EndChunk, DLS_EndLoop, DLS_Finalize

    ! A loop. Programs may read its components, and change some between DLS_Setup() and
    ! DLS_StartLoop(): minChunk (0 or -1: the library chooses), breakAfter and requestWhen (-1: the
    ! library chooses), and, in seconds, h (time to get a chunk) and sigma (standard deviation of
    ! an iteration's time).
    type, bind(C) :: infoDLS
        integer(c_int) :: commSize = 0, crewSize = 0, Foreman = 0, myRank = 0, firstRank = 0, &
            lastRank = 0, method = 0, FirstIter = 0, LastIter = 0, N = 0, minChunk = -1, &
            breakAfter = -1, requestWhen = -1, myIters = 0, timeStep = 0
        real(c_double) :: h = 2d-4, sigma = 1d-4, workTime = 0
        type(infoSCRUMP) :: loop
        type(c_ptr) :: place = c_null_ptr
        integer(c_int) :: comm = 0, crew = 0
    end type

    ! Methods, by their numbers from 0 on.
    integer, parameter :: DLS_MethodCount = 15
    character(5), parameter :: DLS_ShortName(0:DLS_MethodCount - 1) = &
        ['STAT ', 'SS   ', 'FSC  ', 'MFSC ', 'GSS  ', 'TSS  ', 'FAC  ', 'WF   ', &
         'AWF  ', 'AWFB ', 'AWFC ', 'AWFD ', 'AWFE ', 'AF   ', 'SimAS']
    character(25), parameter :: DLS_LongName(0:DLS_MethodCount - 1) = &
        [character(25) :: 'static scheduling', 'self-scheduling', 'fixed-size chunking', &
         'modified FSC', 'guided self-scheduling', 'trapezoid self-scheduling', 'factoring', &
         'weighted factoring', 'adaptive WF', 'batch AWF', 'chunk AWF', 'batch AWF (chunk times)', &
         'chunk AWF (chunk times)', 'adaptive factoring', 'simulation-assisted']

    ! The functions of the library.
    interface
        subroutine c_setup(communicator, info, numProcs, requestWhen, breakAfter, minChunk, &
                           h_overhead, sigma, nKNL, Xeon_speed, KNL_speed, workStealing, &
                           info_name) bind(C, name='scrump_dls_setup')
            import :: c_char, c_double, c_int, infoDLS
            integer(c_int), value :: communicator, numProcs, requestWhen, breakAfter, minChunk, &
                nKNL, workStealing
            type(infoDLS), intent(inout) :: info
            real(c_double), value :: h_overhead, sigma, Xeon_speed, KNL_speed
            character(kind=c_char), intent(in) :: info_name(*)
        end subroutine
        subroutine c_group_setup(world, coordinator, outer, inner, foremen, crew) &
            bind(C, name='scrump_dls_group_setup')
            import :: c_int, infoDLS
            integer(c_int), value :: world, coordinator
            type(infoDLS), intent(inout) :: outer, inner
            integer(c_int), intent(out) :: foremen, crew
        end subroutine
        subroutine c_partition(world, coordinator, foremen, crew) &
            bind(C, name='scrump_dls_partition')
            import :: c_int
            integer(c_int), value :: world, coordinator
            integer(c_int), intent(out) :: foremen, crew
        end subroutine
        integer(c_int) function c_no_communicator() bind(C, name='scrump_dls_no_communicator')
            import :: c_int
        end function
        integer(c_int) function c_terminated(info) bind(C, name='DLS_Terminated')
            import :: c_int, infoDLS
            type(infoDLS), intent(inout) :: info
        end function

        ! Begins a loop over iterations firstIter to lastIter, both included.
        subroutine DLS_StartLoop(info, firstIter, lastIter, imeth) bind(C, name='DLS_StartLoop')
            import :: c_int, infoDLS
            type(infoDLS), intent(inout) :: info
            integer(c_int), value :: firstIter, lastIter, imeth
        end subroutine

        ! Gets the next iterations: chunkSize of them, which may be 0, from chunkStart on.
        subroutine DLS_StartChunk(info, chunkStart, chunkSize) bind(C, name='DLS_StartChunk')
            import :: c_int, infoDLS
            type(infoDLS), intent(inout) :: info
            integer(c_int), intent(out) :: chunkStart, chunkSize
        end subroutine

        ! Reports that these iterations were run.
        subroutine DLS_EndChunk(info) bind(C, name='DLS_EndChunk')
            import :: infoDLS
            type(infoDLS), intent(inout) :: info
        end subroutine

        ! Ends the loop, on all ranks: sets the number of iterations that this rank ran, and its
        ! time in chunks in seconds. Of the outer one of two loops, iterations count for the foreman
        ! of the crew that ran them.
        subroutine DLS_EndLoop(info, niters, worktime) bind(C, name='DLS_EndLoop')
            import :: c_double, c_int, infoDLS
            type(infoDLS), intent(inout) :: info
            integer(c_int), intent(out) :: niters
            real(c_double), intent(out) :: worktime
        end subroutine

        ! Frees the loop: before MPI is finalised, on all ranks.
        subroutine DLS_Finalize(info) bind(C, name='DLS_Finalize')
            import :: infoDLS
            type(infoDLS), intent(inout) :: info
        end subroutine
    end interface

contains

    ! Configures a loop by LB4MPI's usual parameters.
    subroutine DLS_Setup(icomm, info)
        integer, intent(in) :: icomm
        type(infoDLS), intent(inout) :: info

        call DLS_Parameters_Setup(icomm, info)
    end subroutine

    ! Configures a loop; omitted arguments have the default values of the components of infoDLS.
    !   numProcs     number of ranks of the communicator (0: all)
    !   nKNL         number of ranks, the last ones, with KNL_speed (0); the others have Xeon_speed
    !   workStealing with data of which each rank has a part, 0: no iterations are stolen (1)
    !   info_name    name of the loop ('loop'), for the files of LB4MPI_ITERATIONS_INFO=1
    subroutine DLS_Parameters_Setup(icomm, info, numProcs, requestWhen, breakAfter, minChunk, &
                                    h_overhead, sigma, nKNL, Xeon_speed, KNL_speed, workStealing, &
                                    info_name)
        integer, intent(in) :: icomm
        type(infoDLS), intent(inout) :: info
        integer, intent(in), optional :: numProcs, requestWhen, breakAfter, minChunk, nKNL, &
            workStealing
        double precision, intent(in), optional :: h_overhead, sigma, Xeon_speed, KNL_speed
        character(*), intent(in), optional :: info_name
        type(infoDLS) :: usual
        integer :: ranks, slow, steals
        double precision :: speed, slow_speed
        character(:), allocatable :: name

        ranks = 0
        slow = 0
        steals = 1
        speed = 1
        slow_speed = 1
        name = 'loop'
        if (present(numProcs)) ranks = numProcs
        if (present(requestWhen)) usual%requestWhen = requestWhen
        if (present(breakAfter)) usual%breakAfter = breakAfter
        if (present(minChunk)) usual%minChunk = minChunk
        if (present(h_overhead)) usual%h = h_overhead
        if (present(sigma)) usual%sigma = sigma
        if (present(nKNL)) slow = nKNL
        if (present(workStealing)) steals = workStealing
        if (present(Xeon_speed)) speed = Xeon_speed
        if (present(KNL_speed)) slow_speed = KNL_speed
        if (present(info_name)) name = trim(info_name)
        call c_setup(icomm, info, ranks, usual%requestWhen, usual%breakAfter, usual%minChunk, &
                     usual%h, usual%sigma, slow, speed, slow_speed, steals, name // c_null_char)
        info%comm = icomm
        info%crew = c_no_communicator()
    end subroutine

    ! Configures two nested loops. All ranks but the coordinator form crews: GS gives each crew
    ! iterations, the same to all its ranks, which run each of them together and share the
    ! iterations of its inner loop, LS. The coordinator gets no iterations, unless it is alone.
    subroutine DLS_GroupSetup(world, coordinator, GS, LS)
        integer, intent(in) :: world, coordinator
        type(infoDLS), intent(inout) :: GS, LS
        integer :: foremen, crew

        call c_group_setup(world, coordinator, GS, LS, foremen, crew)
        GS%comm = foremen
        GS%crew = crew
        LS%comm = crew
        LS%crew = c_no_communicator()
    end subroutine

    ! Makes the communicators of these: jcomm of the coordinator and all foremen, icomm of a crew.
    subroutine DLS_Partition(world, coordinator, jcomm, icomm)
        integer, intent(in) :: world, coordinator
        integer, intent(out) :: jcomm, icomm

        call c_partition(world, coordinator, jcomm, icomm)
    end subroutine

    ! Whether all iterations of the loop were run, or given to the ranks that run them. Of the outer
    ! one of two loops, all ranks of a crew call it together, and DLS_StartChunk(), too.
    logical function DLS_Terminated(info)
        type(infoDLS), intent(inout) :: info

        DLS_Terminated = c_terminated(info) /= 0
    end function

end module
