! A program written for LB4MPI, as tests/mpi/c/lb4mpi.c is: loops whose data all ranks have, with
! counts of how often each iteration ran. Its argument says what.
module lb4mpi_tests
    use DLS
    implicit none
    include 'mpif.h'

    integer :: rank, ranks

contains

    subroutine check(right, what)
        logical, intent(in) :: right
        character(*), intent(in) :: what
        integer :: ierror

        if (right) return
        print '(a, i0, 2a)', 'rank ', rank, ': wrong: ', what
        call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
    end subroutine

    function sums_of(counts) result(sums)
        integer, intent(in) :: counts(:)
        integer :: sums(size(counts)), ierror

        call MPI_Allreduce(counts, sums, size(counts), MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    end function

    subroutine run(info, first, last, method)
        type(infoDLS), intent(inout) :: info
        integer, intent(in) :: first, last, method
        integer :: counts(first:last), iStart, iSize, i, iIters
        double precision :: iTime

        counts = 0
        call DLS_StartLoop(info, first, last, method)
        do while (.not. DLS_Terminated(info))
            call DLS_StartChunk(info, iStart, iSize)
            do i = iStart, iStart + iSize - 1
                counts(i) = counts(i) + 1
            end do
            call DLS_EndChunk(info)
        end do
        call DLS_EndLoop(info, iIters, iTime)
        call check(iIters == sum(counts) .and. info%myIters == iIters, 'another number of iterations')
        call check(all(sums_of([iIters]) == last - first + 1), 'not all iterations')
        call check(iTime >= 0, 'another time')
        call check(all(sums_of(counts) == 1), 'an iteration did not run once')
    end subroutine

    subroutine all_methods()
        type(infoDLS) :: info
        integer :: method

        call DLS_Setup(MPI_COMM_WORLD, info)
        call check(info%commSize == ranks .and. info%myRank == rank, 'other components')
        do method = 0, DLS_MethodCount - 1
            call run(info, 1, 200, method)
        end do
        call check(trim(DLS_ShortName(9)) == 'AWFB', 'another name')
        info%minChunk = 7
        info%breakAfter = 3
        call run(info, -3, 20, 4)
        call DLS_Finalize(info)
    end subroutine

    ! Two nested loops, whose inner one has as many iterations as the outer one's number says.
    subroutine groups(coordinator)
        integer, intent(in) :: coordinator
        type(infoDLS) :: jInfo, iInfo
        integer :: counts(10, 10), jStart, jSize, iStart, iSize, i, j, iIters, jIters
        double precision :: iTime, jTime

        counts = 0
        call DLS_GroupSetup(MPI_COMM_WORLD, coordinator, jInfo, iInfo)
        call DLS_StartLoop(jInfo, 1, 10, 6)
        do while (.not. DLS_Terminated(jInfo))
            call DLS_StartChunk(jInfo, jStart, jSize)
            do j = jStart, jStart + jSize - 1
                call DLS_StartLoop(iInfo, 1, j, 1)
                do while (.not. DLS_Terminated(iInfo))
                    call DLS_StartChunk(iInfo, iStart, iSize)
                    do i = iStart, iStart + iSize - 1
                        counts(i, j) = counts(i, j) + 1
                    end do
                    call DLS_EndChunk(iInfo)
                end do
                call DLS_EndLoop(iInfo, iIters, iTime)
            end do
            call DLS_EndChunk(jInfo)
        end do
        call DLS_EndLoop(jInfo, jIters, jTime)
        call check(all(sums_of([jIters]) == 10), 'not all outer iterations')
        do j = 1, 10
            counts(:, j) = sums_of(counts(:, j))
            call check(all(counts(:j, j) == 1) .and. all(counts(j + 1:, j) == 0), &
                       'an inner iteration did not run once')
        end do
        call DLS_Finalize(iInfo)
        call DLS_Finalize(jInfo)
    end subroutine

end module

program lb4mpi
    use lb4mpi_tests
    implicit none
    character(16) :: what
    type(infoDLS) :: unset
    integer :: ierror

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
    call get_command_argument(1, what)
    select case (what)
    case ('methods')
        call all_methods()
    case ('groups')
        call groups(0)
        call groups(ranks - 1)
    case default
        call DLS_StartLoop(unset, 1, 10, 0)
    end select
    if (rank == 0) print '(a)', 'done'
    call MPI_Finalize(ierror)
end program
