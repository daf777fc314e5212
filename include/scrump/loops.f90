! The Fortran interface of self-scheduled loops, for MPI programs: the calls of scrump/loops.h,
! under the same names. docs/loops.md has a whole program.
!
!     use scrump_loops
!     type(infoSCRUMP) :: info
!     call SCRUMP_Parameters_Setup(MPI_COMM_WORLD, info, breakAfter=100)
!     call SCRUMP_DataSetup(info, data, results)
!     call SCRUMP_StartLoop(info, 1, size(data), SCRUMP_FAC2)
!     do while (.not. SCRUMP_Terminated(info))
!         call SCRUMP_StartChunk(info, start, count)
!         do i = start, start + count - 1
!             results(i) = f(data(i))
!         end do
!         call SCRUMP_EndChunk(info)
!     end do
!     call SCRUMP_EndLoop(info, iterations, seconds, ierror)
!     if (ierror /= 0) error stop 'the loop was not completed'
!     call SCRUMP_Free(info)
!
! Every rank of the communicator makes the same calls from its main thread, with its own part of the
! data. Without data (SCRUMP_DataSetup(), SCRUMP_CubicDataSetup()), all ranks have those of all
! iterations and start the loop over the same ones, each of which runs once, on one of them. MPI
! belongs to the program; communicators are MPI's integers, so that of mpi_f08 is `comm%MPI_VAL`.
! Ranks count from 0, as in MPI. Iterations count from the first one given to SCRUMP_StartLoop(): 1
! for an array that begins with 1.
!
! Arrays belong to the program and must stay where they are until the loop is freed: give them the
! TARGET attribute, or the compiler may keep elements in registers while the library changes them.
! They are contiguous.
!
! Errors: by default, as with MPI, the first one prints a message and aborts all ranks, with an exit
! status other than 0, whether `ierror` is present or not. After
! `call SCRUMP_Set_errhandler(SCRUMP_ERRORS_RETURN)`, `ierror` is a number other than 0 instead: one
! rank has printed a message, no rank gets any more iterations of the loop, and the program
! continues. Its results are then incomplete, so check the `ierror` of SCRUMP_EndLoop(), as above.
module scrump_loops
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funloc, c_funptr, c_int, &
        c_null_char, c_null_funptr, c_null_ptr, c_ptr, c_size_t
    implicit none
    private
    public :: infoSCRUMP, fMapPtr
    public :: SCRUMP_STATIC, SCRUMP_SS, SCRUMP_FSC, SCRUMP_MFSC, SCRUMP_GSS, SCRUMP_TSS, &
        SCRUMP_FAC, SCRUMP_WF, SCRUMP_AWF, SCRUMP_AWF_B, SCRUMP_AWF_C, SCRUMP_AWF_D, SCRUMP_AWF_E, &
        SCRUMP_AF, SCRUMP_SIMAS, SCRUMP_FAC2, SCRUMP_BOLD
    public :: SCRUMP_ERRORS_ARE_FATAL, SCRUMP_ERRORS_RETURN
    public :: SCRUMP_Set_errhandler, SCRUMP_Parameters_Setup, SCRUMP_CostsSetup, &
        SCRUMP_DataSetup, SCRUMP_CubicDataSetup, SCRUMP_StartLoop, &
        SCRUMP_StartChunk, SCRUMP_EndChunk, SCRUMP_Terminated, SCRUMP_ChunkData, &
        SCRUMP_ChunkOwner, SCRUMP_EndLoop, SCRUMP_Free

    ! A loop. Its contents belong to the library. After SCRUMP_EndLoop() it may be started again,
    ! and keeps what was learned from earlier runs (AWF's weights, costs).
    type, bind(C) :: infoSCRUMP
        private
        type(c_ptr) :: loop = c_null_ptr
    end type

    ! Techniques by the numbers of table 4.1 of Shatri (2023); those from 16 on are not in it.
    enum, bind(C)
        enumerator :: SCRUMP_STATIC = 0
        enumerator :: SCRUMP_SS = 1
        enumerator :: SCRUMP_FSC = 2
        enumerator :: SCRUMP_MFSC = 3
        enumerator :: SCRUMP_GSS = 4
        enumerator :: SCRUMP_TSS = 5
        enumerator :: SCRUMP_FAC = 7
        enumerator :: SCRUMP_WF = 8
        enumerator :: SCRUMP_AWF = 9
        enumerator :: SCRUMP_AWF_B = 10
        enumerator :: SCRUMP_AWF_C = 11
        enumerator :: SCRUMP_AWF_D = 12
        enumerator :: SCRUMP_AWF_E = 13
        enumerator :: SCRUMP_AF = 14
        enumerator :: SCRUMP_SIMAS = 15
        enumerator :: SCRUMP_FAC2 = 18
        enumerator :: SCRUMP_BOLD = 19
        enumerator :: SCRUMP_AUTO = 20
    end enum

    ! Handling of errors: print a message and abort all ranks, or set `ierror` and continue.
    enum, bind(C)
        enumerator :: SCRUMP_ERRORS_ARE_FATAL = 0
        enumerator :: SCRUMP_ERRORS_RETURN = 1
    end enum

    ! Converts the objects `before` + 1 to `last` at `in` to bytes, or bytes to objects.
    !   As dMap: sets `out` to the address of the bytes and `len` to their number; they belong to
    ! the program and stay valid until its next call.
    !   As nMap: `in` is the address of `len` bytes that dMap made from the same number of objects.
    ! If `out` is null, it makes new objects and sets `out` to the address of the first; otherwise
    ! `out` is the program's own data, and it stores them there.
    abstract interface
        subroutine fMapPtr(in, before, last, out_type, out, len) bind(C)
            import :: c_int, c_ptr
            type(c_ptr), value :: in
            integer(c_int), value :: before, last
            type(c_ptr), value :: out_type
            type(c_ptr), intent(inout) :: out
            integer(c_int), intent(inout) :: len
        end subroutine
    end interface

    ! Sets the data of a loop.
    !   data        of any type, an element for each iteration; of rank 2, a column for each
    !   results     same number and type; without them, data are changed in place
    !   dMap, nMap  for objects with pointers, which travel as the bytes that these make
    interface SCRUMP_DataSetup
        procedure :: set_elements, set_columns, set_objects
    end interface

    character(*), parameter :: not_contiguous = 'data and results of a loop are contiguous arrays'
    character(*), parameter :: not_alike = 'results of a loop are as many as its data, and alike'

    interface or_else
        procedure :: integer_or_else, real_or_else
    end interface

    ! The functions of the library.
    interface
        integer(c_int) function c_setup(communicator, info, numProcs, requestWhen, breakAfter, &
                                        minChunk, h_overhead, sigma, nKNL, Xeon_speed, KNL_speed, &
                                        workStealing, info_name) bind(C, name='scrump_loop_setup')
            import :: c_char, c_double, c_int, infoSCRUMP
            integer(c_int), value :: communicator, numProcs, requestWhen, breakAfter, minChunk, &
                nKNL, workStealing
            type(infoSCRUMP), intent(inout) :: info
            real(c_double), value :: h_overhead, sigma, Xeon_speed, KNL_speed
            character(kind=c_char), intent(in) :: info_name(*)
        end function
        integer(c_int) function c_set_errhandler(errhandler) bind(C, name='SCRUMP_Set_errhandler')
            import :: c_int
            integer(c_int), value :: errhandler
        end function
        integer(c_int) function c_costs(info, mean, sigma, h_overhead) &
            bind(C, name='SCRUMP_CostsSetup')
            import :: c_double, c_int, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            real(c_double), value :: mean, sigma, h_overhead
        end function
        integer(c_int) function c_in_place(info, data, results, bytes, dMap, nMap) &
            bind(C, name='scrump_loop_data')
            import :: c_funptr, c_int, c_ptr, c_size_t, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            type(*), intent(inout) :: data(*)
            type(c_ptr), value :: results
            integer(c_size_t), value :: bytes
            type(c_funptr), value :: dMap, nMap
        end function
        integer(c_int) function c_apart(info, data, results, bytes, dMap, nMap) &
            bind(C, name='scrump_loop_data')
            import :: c_funptr, c_int, c_size_t, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            type(*), intent(inout) :: data(*), results(*)
            integer(c_size_t), value :: bytes
            type(c_funptr), value :: dMap, nMap
        end function
        integer(c_int) function c_cube(info, data, dim_x, dim_y, dim_z, bytes, axis) &
            bind(C, name='scrump_loop_cube')
            import :: c_int, c_size_t, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            type(*), intent(inout) :: data(*)
            integer(c_int), value :: dim_x, dim_y, dim_z, axis
            integer(c_size_t), value :: bytes
        end function
        integer(c_int) function c_refuse(info, why) bind(C, name='scrump_loop_refuse')
            import :: c_char, c_int, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            character(kind=c_char), intent(in) :: why(*)
        end function
        integer(c_int) function c_start_loop(info, firstIter, lastIter, technique) &
            bind(C, name='SCRUMP_StartLoop')
            import :: c_int, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            integer(c_int), value :: firstIter, lastIter, technique
        end function
        integer(c_int) function c_start_chunk(info, start, size) &
            bind(C, name='SCRUMP_StartChunk')
            import :: c_int, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            integer(c_int), intent(out) :: start, size
        end function
        integer(c_int) function c_end_chunk(info) bind(C, name='SCRUMP_EndChunk')
            import :: c_int, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
        end function
        integer(c_int) function c_terminated(info) bind(C, name='SCRUMP_Terminated')
            import :: c_int, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
        end function
        integer(c_int) function c_chunk_owner(info, first) bind(C, name='SCRUMP_ChunkOwner')
            import :: c_int, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            integer(c_int), intent(inout) :: first
        end function
        integer(c_int) function c_end_loop(info, iterations, seconds) &
            bind(C, name='SCRUMP_EndLoop')
            import :: c_double, c_int, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
            integer(c_int), intent(out) :: iterations
            real(c_double), intent(out) :: seconds
        end function

        ! For data with functions: the address of the objects of the current chunk, whose first
        ! iteration is at `start` as SCRUMP_StartChunk() counts if the first iteration given to
        ! SCRUMP_StartLoop() was 1.
        type(c_ptr) function SCRUMP_ChunkData(info) bind(C, name='SCRUMP_ChunkData')
            import :: c_ptr, infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
        end function

        ! Frees the loop: before MPI is finalised, on all ranks.
        subroutine SCRUMP_Free(info) bind(C, name='SCRUMP_Free')
            import :: infoSCRUMP
            type(infoSCRUMP), intent(inout) :: info
        end subroutine
    end interface

contains

    ! Sets the handling of errors for all loops of this process, from now on. May be called before
    ! anything else; must be the same on all ranks.
    subroutine SCRUMP_Set_errhandler(errhandler, ierror)
        integer(c_int), intent(in) :: errhandler
        integer(c_int), intent(out), optional :: ierror

        call tell(c_set_errhandler(errhandler), ierror)
    end subroutine

    ! Configures a loop. Defaults of optional arguments are in parentheses.
    !   numProcs      number of ranks of the communicator (0: all)
    !   requestWhen   number of remaining iterations at which more work is requested (0)
    !   breakAfter    iterations after which other ranks' requests are answered (0: each chunk)
    !   minChunk      smallest number of iterations of a chunk (1)
    ! Of these three, -1 lets the library choose.
    !   h_overhead    time to get a chunk in seconds (0): see SCRUMP_CostsSetup()
    !   sigma         standard deviation of an iteration's time in seconds (0): likewise
    !   nKNL          number of ranks, the last ones, with KNL_speed (0); the others have Xeon_speed
    !   workStealing  0: no iterations are stolen (1)
    !   info_name     name of the loop ('loop'), for the files of LB4MPI_ITERATIONS_INFO=1
    subroutine SCRUMP_Parameters_Setup(icomm, info, numProcs, requestWhen, breakAfter, minChunk, &
                                       h_overhead, sigma, nKNL, Xeon_speed, KNL_speed, &
                                       workStealing, info_name, ierror)
        integer(c_int), intent(in) :: icomm
        type(infoSCRUMP), intent(inout) :: info
        integer(c_int), intent(in), optional :: numProcs, requestWhen, breakAfter, minChunk, nKNL, &
            workStealing
        real(c_double), intent(in), optional :: h_overhead, sigma, Xeon_speed, KNL_speed
        character(*), intent(in), optional :: info_name
        integer(c_int), intent(out), optional :: ierror
        character(:), allocatable :: name

        name = 'loop'
        if (present(info_name)) name = trim(info_name)
        call tell(c_setup(icomm, info, or_else(numProcs, 0), or_else(requestWhen, 0), &
                          or_else(breakAfter, 0), or_else(minChunk, 1), or_else(h_overhead, 0d0), &
                          or_else(sigma, 0d0), or_else(nKNL, 0), or_else(Xeon_speed, 1d0), &
                          or_else(KNL_speed, 1d0), or_else(workStealing, 1), name // c_null_char), &
                  ierror)
    end subroutine

    ! Sets the known costs of the loop's iterations, all in seconds: the mean of their times, its
    ! standard deviation, and the time to get a chunk. A cost that is 0 or omitted is unknown, and is
    ! measured by the first run of the loop for the next one. FSC needs sigma and h_overhead, BOLD
    ! the mean; FAC and SIMAS are FAC2 without a mean. Replaces the costs given to
    ! SCRUMP_Parameters_Setup().
    subroutine SCRUMP_CostsSetup(info, mean, sigma, h_overhead, ierror)
        type(infoSCRUMP), intent(inout) :: info
        real(c_double), intent(in), optional :: mean, sigma, h_overhead
        integer(c_int), intent(out), optional :: ierror

        call tell(c_costs(info, or_else(mean, 0d0), or_else(sigma, 0d0), &
                          or_else(h_overhead, 0d0)), ierror)
    end subroutine

    subroutine set_elements(info, data, results, ierror)
        type(infoSCRUMP), intent(inout) :: info
        class(*), intent(inout), target :: data(:)
        class(*), intent(inout), target, optional :: results(:)
        integer(c_int), intent(out), optional :: ierror

        if (present(results)) then
            call set_apart(info, data, results, bytes(storage_size(data)), &
                           contiguous(data) .and. contiguous(results), &
                           size(results) >= size(data) .and. &
                           storage_size(results) == storage_size(data), ierror)
        else
            call set_in_place(info, data, bytes(storage_size(data)), contiguous(data), &
                              c_null_funptr, c_null_funptr, ierror)
        end if
    end subroutine

    subroutine set_columns(info, data, results, ierror)
        type(infoSCRUMP), intent(inout) :: info
        class(*), intent(inout), target :: data(:, :)
        class(*), intent(inout), target, optional :: results(:, :)
        integer(c_int), intent(out), optional :: ierror

        if (present(results)) then
            call set_apart(info, data, results, size(data, 1) * bytes(storage_size(data)), &
                           contiguous(data) .and. contiguous(results), &
                           size(results, 1) == size(data, 1) .and. &
                           size(results, 2) >= size(data, 2) .and. &
                           storage_size(results) == storage_size(data), ierror)
        else
            call set_in_place(info, data, size(data, 1) * bytes(storage_size(data)), &
                              contiguous(data), c_null_funptr, c_null_funptr, ierror)
        end if
    end subroutine

    subroutine set_objects(info, data, dMap, nMap, ierror)
        type(infoSCRUMP), intent(inout) :: info
        class(*), intent(inout), target :: data(:)
        procedure(fMapPtr) :: dMap, nMap
        integer(c_int), intent(out), optional :: ierror

        call set_in_place(info, data, bytes(storage_size(data)), contiguous(data), &
                          c_funloc(dMap), c_funloc(nMap), ierror)
    end subroutine

    subroutine set_in_place(info, data, bytes, whole, dMap, nMap, ierror)
        type(infoSCRUMP), intent(inout) :: info
        type(*), intent(inout) :: data(*)
        integer(c_size_t), intent(in) :: bytes
        logical, intent(in) :: whole
        type(c_funptr), intent(in) :: dMap, nMap
        integer(c_int), intent(out), optional :: ierror

        if (whole) then
            call tell(c_in_place(info, data, c_null_ptr, bytes, dMap, nMap), ierror)
        else
            call refuse(info, not_contiguous, ierror)
        end if
    end subroutine

    subroutine set_apart(info, data, results, bytes, whole, alike, ierror)
        type(infoSCRUMP), intent(inout) :: info
        type(*), intent(inout) :: data(*), results(*)
        integer(c_size_t), intent(in) :: bytes
        logical, intent(in) :: whole, alike
        integer(c_int), intent(out), optional :: ierror

        if (.not. whole) then
            call refuse(info, not_contiguous, ierror)
        else if (.not. alike) then
            call refuse(info, not_alike, ierror)
        else
            call tell(c_apart(info, data, results, bytes, c_null_funptr, c_null_funptr), ierror)
        end if
    end subroutine

    ! Sets an array of rank 3 and any type, changed in place; its slices along an axis, 1 to 3, are
    ! the iterations. The default axis is 3, whose slices are contiguous.
    subroutine SCRUMP_CubicDataSetup(info, array, axis, ierror)
        type(infoSCRUMP), intent(inout) :: info
        class(*), intent(inout), target :: array(:, :, :)
        integer(c_int), intent(in), optional :: axis
        integer(c_int), intent(out), optional :: ierror

        if (.not. contiguous(array)) then
            call refuse(info, not_contiguous, ierror)
        else if (or_else(axis, 3) < 1 .or. or_else(axis, 3) > 3) then
            call refuse(info, 'the axes of an array of rank 3 are 1, 2 and 3', ierror)
        else  ! C has the axes the other way round
            call tell(c_cube(info, array, size(array, 3), size(array, 2), size(array, 1), &
                             bytes(storage_size(array)), 3 - or_else(axis, 3)), ierror)
        end if
    end subroutine

    ! Begins the loop over iterations firstIter to lastIter, both included: of this rank, whose data
    ! begin with firstIter; without data, of all ranks. The environment may choose another technique
    ! (docs/loops.md).
    subroutine SCRUMP_StartLoop(info, firstIter, lastIter, technique, ierror)
        type(infoSCRUMP), intent(inout) :: info
        integer(c_int), intent(in) :: firstIter, lastIter, technique
        integer(c_int), intent(out), optional :: ierror

        call tell(c_start_loop(info, firstIter, lastIter, technique), ierror)
    end subroutine

    ! Gets the next iterations: `size` of them from `start` on. A stolen chunk temporarily stands at
    ! the beginning of the rank's own data and results, which get their own contents back with
    ! SCRUMP_EndChunk(). The size is 0 once no iterations are left, on any rank. Waits until that is
    ! known.
    subroutine SCRUMP_StartChunk(info, start, size, ierror)
        type(infoSCRUMP), intent(inout) :: info
        integer(c_int), intent(out) :: start, size
        integer(c_int), intent(out), optional :: ierror

        call tell(c_start_chunk(info, start, size), ierror)
    end subroutine

    ! Reports that these iterations were run.
    subroutine SCRUMP_EndChunk(info, ierror)
        type(infoSCRUMP), intent(inout) :: info
        integer(c_int), intent(out), optional :: ierror

        call tell(c_end_chunk(info), ierror)
    end subroutine

    ! Whether all iterations of all ranks were run, or given to the ranks that run them.
    logical function SCRUMP_Terminated(info)
        type(infoSCRUMP), intent(inout) :: info

        SCRUMP_Terminated = c_terminated(info) /= 0
    end function

    ! The rank that owns the iterations of the current chunk, or -1 without one; `first` is the place
    ! of the first of them in that rank's data, from 1 on.
    integer(c_int) function SCRUMP_ChunkOwner(info, first)
        type(infoSCRUMP), intent(inout) :: info
        integer(c_int), intent(out), optional :: first
        integer(c_int) :: before

        before = -1
        SCRUMP_ChunkOwner = c_chunk_owner(info, before)
        if (present(first)) first = before + 1
    end function

    ! Ends the loop, on all ranks, once it has terminated: sets the number of iterations that this
    ! rank ran, and the time until it had nothing left to do, in seconds.
    subroutine SCRUMP_EndLoop(info, iterations, seconds, ierror)
        type(infoSCRUMP), intent(inout) :: info
        integer(c_int), intent(out), optional :: iterations
        real(c_double), intent(out), optional :: seconds
        integer(c_int), intent(out), optional :: ierror
        integer(c_int) :: run
        real(c_double) :: taken

        call tell(c_end_loop(info, run, taken), ierror)
        if (present(iterations)) iterations = run
        if (present(seconds)) seconds = taken
    end subroutine

    subroutine refuse(info, why, ierror)
        type(infoSCRUMP), intent(inout) :: info
        character(*), intent(in) :: why
        integer(c_int), intent(out), optional :: ierror

        call tell(c_refuse(info, why // c_null_char), ierror)
    end subroutine

    subroutine tell(status, ierror)
        integer(c_int), intent(in) :: status
        integer(c_int), intent(out), optional :: ierror

        if (present(ierror)) ierror = status
    end subroutine

    ! gfortran 12 treats every polymorphic array as contiguous.
    pure logical function contiguous(array)
        type(*), intent(in) :: array(..)

        contiguous = is_contiguous(array)
    end function

    pure integer(c_size_t) function bytes(bits)
        integer, intent(in) :: bits

        bytes = int(bits / 8, c_size_t)
    end function

    pure integer(c_int) function integer_or_else(given, otherwise) result(value)
        integer(c_int), intent(in), optional :: given
        integer(c_int), intent(in) :: otherwise

        value = otherwise
        if (present(given)) value = given
    end function

    pure real(c_double) function real_or_else(given, otherwise) result(value)
        real(c_double), intent(in), optional :: given
        real(c_double), intent(in) :: otherwise

        value = otherwise
        if (present(given)) value = given
    end function

end module
