! Finds the number up to a million that takes the most steps to reach 1, if an even number is halved
! and an odd one tripled and incremented. Each rank has a part of the numbers; a rank that has run out
! steals some from another, and sends back the results.
program collatz
    use, intrinsic :: iso_fortran_env, only: int64
    use mpi_f08
    use scrump_loops
    implicit none

    integer, parameter :: all = 1000000
    integer, allocatable, target :: numbers(:), steps(:)
    type(infoSCRUMP) :: info
    integer :: rank, ranks, before, own, i, start, count, failed, own_most(2), most(2)

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    before = int(int(all, int64) * rank / ranks)
    own = int(int(all, int64) * (rank + 1) / ranks) - before
    allocate (numbers(own), steps(own))
    numbers = [(before + i, i = 1, own)]

    call SCRUMP_Parameters_Setup(MPI_COMM_WORLD%MPI_VAL, info, breakAfter=1000)
    call SCRUMP_DataSetup(info, numbers, steps)
    call SCRUMP_StartLoop(info, 1, own, SCRUMP_FAC2)
    do while (.not. SCRUMP_Terminated(info))
        call SCRUMP_StartChunk(info, start, count)
        do i = start, start + count - 1
            steps(i) = steps_of(numbers(i))
        end do
        call SCRUMP_EndChunk(info)
    end do
    call SCRUMP_EndLoop(info, ierror=failed)
    call SCRUMP_Free(info)

    own_most = [maxval(steps), numbers(maxloc(steps))]
    call MPI_Reduce(own_most, most, 1, MPI_2INTEGER, MPI_MAXLOC, 0, MPI_COMM_WORLD)
    if (rank == 0 .and. failed == 0) print '(i0, a, i0, a)', most(2), ' takes ', most(1), ' steps'
    call MPI_Finalize()
    if (failed /= 0) stop 1

contains

    pure integer function steps_of(first)
        integer, intent(in) :: first
        integer(int64) :: number

        number = first
        steps_of = 0
        do while (number /= 1)
            number = merge(number / 2, 3 * number + 1, mod(number, 2_int64) == 0)
            steps_of = steps_of + 1
        end do
    end function

end program
