! A program of a user of the Fortran interface of loops, as tests/mpi/c/loop.c is one of the C
! interface: each rank has another number of elements, most of them the last one, and checks its
! results. Its argument says what. Prints "stolen N" on rank 0, and stops with 1 where something is
! wrong.
module loop_tests
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: error_unit, int64, real32, real64
    use scrump_loops
    implicit none
    include 'mpif.h'

    integer :: rank, ranks
    integer :: stolen_here = 0

    ! Objects of their own lengths.
    type word
        character(:), allocatable :: text
    end type
    character(kind=c_char), target :: letters(65536)

contains

    logical function fail(what)
        character(*), intent(in) :: what

        write (error_unit, '(a, i0, 2a)') 'rank ', rank, ': ', what
        fail = .false.
    end function

    ! Takes a while.
    real(real64) function f(x)
        real(real64), intent(in) :: x
        real(real64), volatile :: y
        integer :: i

        y = x
        do i = 1, 20000
            y = y + 1d-9
        end do
        f = 2 * x + 1
    end function

    integer function own_size(all)
        integer, intent(in) :: all

        own_size = merge(all, 3, rank == ranks - 1)
    end function

    subroutine setup(info, steals)
        type(infoSCRUMP), intent(inout) :: info
        integer, intent(in) :: steals

        call SCRUMP_Parameters_Setup(MPI_COMM_WORLD, info, ranks, requestWhen=2, breakAfter=5, &
                                     h_overhead=1d-6, sigma=1d-6, workStealing=steals, &
                                     info_name='test loop')
    end subroutine

    subroutine start_chunk(info, start, count)
        type(infoSCRUMP), intent(inout) :: info
        integer, intent(out) :: start, count

        call SCRUMP_StartChunk(info, start, count)
        if (SCRUMP_ChunkOwner(info) /= rank) stolen_here = stolen_here + count
    end subroutine

    logical function end_loop(info, own) result(right)
        type(infoSCRUMP), intent(inout) :: info
        integer, intent(in) :: own
        integer :: counts(2), sums(2), ierror
        real(real64) :: seconds

        counts(2) = own
        call SCRUMP_EndLoop(info, counts(1), seconds, ierror)
        right = ierror == 0 .and. seconds >= 0
        if (.not. right) right = fail('ended badly')
        call MPI_Allreduce(counts, sums, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
        if (right .and. sums(1) /= sums(2)) right = fail('not all iterations were run once')
    end function

    ! An array whose first element is the iteration `first`, in place or with results apart.
    logical function test_array(first, apart, technique, steals) result(right)
        integer, intent(in) :: first, technique, steals
        logical, intent(in) :: apart
        real(real64), allocatable, target :: data(:), results(:)
        type(infoSCRUMP) :: info
        integer :: n, run, i, start, count, at, owner, ierror

        n = own_size(200)
        allocate (data(first:first + n - 1), results(first:first + n - 1))
        call setup(info, steals)
        if (apart) then
            call SCRUMP_DataSetup(info, data, results)
        else
            call SCRUMP_DataSetup(info, data)
        end if
        right = .true.
        do run = 1, 2  ! as time-stepping programs do
            data = [(1000d0 * rank + i, i = 1, n)]
            call SCRUMP_StartLoop(info, first, first + n - 1, technique, ierror)
            if (ierror /= 0) right = fail('cannot be started')
            do while (.not. SCRUMP_Terminated(info))
                call start_chunk(info, start, count)
                if (count > 5) right = fail('more than breakAfter')
                owner = SCRUMP_ChunkOwner(info, at)
                if (count > 0) then
                    if (nint(data(start)) /= 1000 * owner + at) &
                        right = fail('it is not what its owner has')
                    if (owner == rank .and. at /= start - first + 1) right = fail('it is elsewhere')
                end if
                do i = start, start + count - 1
                    if (apart) then
                        results(i) = f(data(i))
                    else
                        data(i) = f(data(i))
                    end if
                end do
                call SCRUMP_EndChunk(info)
            end do
            right = end_loop(info, n) .and. right
            if (.not. apart) results = data
            do i = 1, n
                if (results(first + i - 1) /= 2 * (1000d0 * rank + i) + 1) &
                    right = fail('a result is wrong')
                if (apart .and. data(first + i - 1) /= 1000d0 * rank + i) &
                    right = fail('data were changed')
            end do
        end do
        call SCRUMP_Free(info)
    end function

    ! Without data, all ranks have those of all iterations, and each runs on one of them.
    logical function test_whole(technique) result(right)
        integer, intent(in) :: technique
        integer :: counts(100), sums(100), i, start, count, ierror
        type(infoSCRUMP) :: info

        counts = 0
        call SCRUMP_Parameters_Setup(MPI_COMM_WORLD, info, requestWhen=-1, breakAfter=-1, minChunk=-1)
        call SCRUMP_StartLoop(info, 1, 100, technique)
        do while (.not. SCRUMP_Terminated(info))
            call start_chunk(info, start, count)
            do i = start, start + count - 1
                counts(i) = counts(i) + 1
            end do
            call SCRUMP_EndChunk(info)
        end do
        right = end_loop(info, merge(100, 0, rank == 0))
        call MPI_Allreduce(counts, sums, 100, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
        if (any(sums /= 1)) right = fail('an iteration did not run once')
        call SCRUMP_Free(info)
    end function

    ! A column of three numbers for each iteration.
    logical function test_columns() result(right)
        integer(int64), allocatable, target :: data(:, :), results(:, :)
        type(infoSCRUMP) :: info
        integer :: n, i, start, count

        n = own_size(100)
        allocate (data(3, n), results(3, n))
        do i = 1, n
            data(:, i) = [rank, i, rank + i]
        end do
        call setup(info, 1)
        call SCRUMP_DataSetup(info, data, results)
        call SCRUMP_StartLoop(info, 1, n, SCRUMP_SS)
        do while (.not. SCRUMP_Terminated(info))
            call start_chunk(info, start, count)
            do i = start, start + count - 1
                results(:, i) = data(3:1:-1, i) * nint(f(1d0))
            end do
            call SCRUMP_EndChunk(info)
        end do
        right = end_loop(info, n)
        do i = 1, n
            if (any(results(:, i) /= 3 * [rank + i, i, rank])) right = fail('a column is wrong')
        end do
        call SCRUMP_Free(info)
    end function

    ! Along the last axis unless another one is given.
    logical function test_cube(axis) result(right)
        integer, intent(in), optional :: axis
        real(real32), allocatable, target :: cube(:, :, :)
        real(real32), allocatable :: before(:, :, :)
        type(infoSCRUMP) :: info
        integer :: extents(3), along, from(3), to(3), i, start, count, factor, ierror

        along = 3
        if (present(axis)) along = axis
        extents = [4, 5, 6]
        extents(along) = own_size(60)
        before = reshape([(real(mod(i, 1000) + rank, real32), i = 1, product(extents))], extents)
        cube = before
        call setup(info, 1)
        call SCRUMP_CubicDataSetup(info, cube, axis)
        call SCRUMP_StartLoop(info, 1, extents(along), SCRUMP_SS, ierror)
        right = ierror == 0
        do while (.not. SCRUMP_Terminated(info))
            call start_chunk(info, start, count)
            from = 1
            to = extents
            from(along) = start
            to(along) = start + count - 1
            factor = nint(f(1d0))
            cube(from(1):to(1), from(2):to(2), from(3):to(3)) = &
                factor * cube(from(1):to(1), from(2):to(2), from(3):to(3))
            call SCRUMP_EndChunk(info)
        end do
        right = end_loop(info, extents(along)) .and. right
        if (any(cube /= 3 * before)) right = fail('a cell is wrong')
        call SCRUMP_Free(info)
    end function

    ! Each word, and a null character.
    subroutine words_to_letters(in, before, last, out_type, out, len) bind(C)
        type(c_ptr), value :: in, out_type
        integer(c_int), value :: before, last
        type(c_ptr), intent(inout) :: out
        integer(c_int), intent(inout) :: len
        type(word), pointer :: words(:)
        integer :: i, j

        if (c_associated(out_type)) continue  ! nothing to be said in it
        call c_f_pointer(in, words, [last])
        len = 0
        do i = before + 1, last
            do j = 1, len_trim(words(i)%text)
                letters(len + j) = words(i)%text(j:j)
            end do
            len = len + len_trim(words(i)%text) + 1
            letters(len) = c_null_char
        end do
        out = c_loc(letters)
    end subroutine

    subroutine letters_to_words(in, before, last, out_type, out, len) bind(C)
        type(c_ptr), value :: in, out_type
        integer(c_int), value :: before, last
        type(c_ptr), intent(inout) :: out
        integer(c_int), intent(inout) :: len
        character(kind=c_char), pointer :: from(:)
        type(word), pointer :: words(:)
        integer :: i, at, j

        if (c_associated(out_type)) continue
        if (c_associated(out)) then
            call c_f_pointer(out, words, [last])
        else
            allocate (words(last))
            out = c_loc(words)
        end if
        call c_f_pointer(in, from, [len])
        at = 0
        do i = before + 1, last
            words(i)%text = ''
            do j = at + 1, len
                if (from(j) == c_null_char) exit
                words(i)%text = words(i)%text // from(j)
            end do
            at = j
        end do
    end subroutine

    function numbered(i) result(text)
        integer, intent(in) :: i
        character(:), allocatable :: text
        character(32) :: line

        write (line, '(i0, a, i0)') i, ' of ', rank
        text = trim(line)
    end function

    logical function test_objects() result(right)
        type(word), allocatable, target :: words(:)
        type(word), pointer :: here(:)
        type(infoSCRUMP) :: info
        integer :: n, i, start, count

        n = own_size(100)
        allocate (words(n))
        do i = 1, n
            words(i)%text = numbered(i)
        end do
        call setup(info, 1)
        call SCRUMP_DataSetup(info, words, words_to_letters, letters_to_words)
        call SCRUMP_StartLoop(info, 1, n, SCRUMP_SS)
        do while (.not. SCRUMP_Terminated(info))
            call start_chunk(info, start, count)
            call c_f_pointer(SCRUMP_ChunkData(info), here, [start + count - 1])
            do i = start, start + count - 1
                here(i)%text = here(i)%text // repeat('!', nint(f(0d0)))
            end do
            call SCRUMP_EndChunk(info)
        end do
        right = end_loop(info, n)
        do i = 1, n
            if (words(i)%text /= numbered(i) // '!') right = fail('a word is wrong')
        end do
        call SCRUMP_Free(info)
    end function

    ! With costs that are given, BOLD from the first run on; else FAC, from which it learns what BOLD has to know.
    logical function test_costs() result(right)
        real(real64), allocatable, target :: data(:)
        type(infoSCRUMP) :: info
        integer :: n, step, given, i, start, count

        n = own_size(100)
        allocate (data(n))
        right = .true.
        do given = 0, 1
            call setup(info, 1)
            if (given == 1) call SCRUMP_CostsSetup(info, mean=1d-5, sigma=1d-6)
            call SCRUMP_DataSetup(info, data)
            do step = 1, 2
                data = [(real(i, real64), i = 1, n)]
                call SCRUMP_StartLoop(info, 1, n, merge(SCRUMP_FAC, SCRUMP_BOLD, given + step == 1))
                do while (.not. SCRUMP_Terminated(info))
                    call start_chunk(info, start, count)
                    do i = start, start + count - 1
                        data(i) = f(data(i))
                    end do
                    call SCRUMP_EndChunk(info)
                end do
                right = end_loop(info, n) .and. right
                if (any(data /= [(2d0 * i + 1, i = 1, n)])) right = fail('a result is wrong')
            end do
            call SCRUMP_Free(info)
        end do
    end function

    ! Whatever is wrong ends the program, which looks at no error.
    logical function test_unaware(wrong_rank) result(right)
        integer, intent(in) :: wrong_rank
        real(real64), target :: data(100)
        type(infoSCRUMP) :: info
        integer :: start, count, ierror

        data = 0
        call SCRUMP_Parameters_Setup(MPI_COMM_WORLD, info, merge(ranks + 1, ranks, rank == wrong_rank))
        call SCRUMP_DataSetup(info, data)
        call MPI_Barrier(MPI_COMM_WORLD, ierror)  ! where the others wait for what is wrong
        call SCRUMP_StartLoop(info, 1, 100, SCRUMP_FAC2)
        do while (.not. SCRUMP_Terminated(info))
            call SCRUMP_StartChunk(info, start, count)
            call SCRUMP_EndChunk(info)
        end do
        call SCRUMP_EndLoop(info)
        call SCRUMP_Free(info)
        if (rank == 0) print '(a)', 'done'
        right = .true.
    end function

    ! What cannot be is refused, on all ranks, and the program goes on if it says so.
    logical function test_refusals() result(right)
        type(infoSCRUMP) :: info
        real, target :: data(8), few(3), cube(2, 2, 2)
        real(real64), target :: others(8)
        integer :: ierror, start, count

        right = .true.
        data = 0
        call SCRUMP_Set_errhandler(SCRUMP_ERRORS_RETURN)
        call SCRUMP_Set_errhandler(7, ierror)
        if (ierror == 0) right = fail('a seventh error handler is taken')
        call SCRUMP_Parameters_Setup(MPI_COMM_WORLD, info, ranks + 1, ierror=ierror)
        if (ierror == 0) right = fail('another number of ranks is taken')
        call SCRUMP_DataSetup(info, data)
        call SCRUMP_StartChunk(info, start, count)
        if (count /= 0) right = fail('a failed loop has iterations')
        if (.not. SCRUMP_Terminated(info)) right = fail('a failed loop goes on')
        call SCRUMP_EndLoop(info, ierror=ierror)
        if (ierror == 0) right = fail('a failed loop ends well')
        call SCRUMP_Free(info)

        call setup(info, 1)
        call SCRUMP_DataSetup(info, data(::2), ierror=ierror)
        if (ierror == 0) right = fail('data with gaps are taken')
        call SCRUMP_Free(info)
        call setup(info, 1)
        call SCRUMP_DataSetup(info, data(1:4), data(5:8:2), ierror=ierror)
        if (ierror == 0) right = fail('results with gaps are taken')
        call SCRUMP_Free(info)
        call setup(info, 1)
        call SCRUMP_DataSetup(info, data, few, ierror=ierror)
        if (ierror == 0) right = fail('fewer results than data are taken')
        call SCRUMP_Free(info)
        call setup(info, 1)
        call SCRUMP_DataSetup(info, data, others, ierror=ierror)
        if (ierror == 0) right = fail('results of another size are taken')
        call SCRUMP_Free(info)
        call setup(info, 1)
        call SCRUMP_CubicDataSetup(info, cube, 4, ierror)
        if (ierror == 0) right = fail('a fourth axis is taken')
        call SCRUMP_Free(info)
        call setup(info, 1)
        call SCRUMP_DataSetup(info, data)
        call SCRUMP_StartLoop(info, 1, 8, SCRUMP_BOLD, ierror)
        if (ierror == 0) right = fail('BOLD goes without a mean')
        call SCRUMP_Free(info)
    end function

end module

program loop
    use loop_tests
    implicit none
    character(16) :: what
    logical :: right
    integer :: stolen, ierror

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
    call get_command_argument(1, what)
    right = .false.
    select case (what)
    case ('array')
        right = test_array(1, .false., SCRUMP_FAC2, 1)
        right = test_array(10, .false., SCRUMP_STATIC, 1) .and. right
    case ('results')
        right = test_array(1, .true., SCRUMP_GSS, 1)
        right = test_array(10, .true., SCRUMP_AWF, 1) .and. right
        right = test_columns() .and. right
    case ('alone')
        right = test_array(1, .true., SCRUMP_FAC2, 0)
    case ('whole')
        right = test_whole(SCRUMP_STATIC)
        right = test_whole(SCRUMP_GSS) .and. right
    case ('cube')
        right = test_cube()
        right = test_cube(1) .and. right
        right = test_cube(2) .and. right
        right = test_cube(3) .and. right
    case ('objects')
        right = test_objects()
    case ('costs')
        right = test_costs()
    case ('unaware')
        right = test_unaware(-1)
    case ('last_is_wrong')
        right = test_unaware(ranks - 1)
    case ('refusals')
        right = test_refusals()
    end select
    call MPI_Reduce(stolen_here, stolen, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
    if (rank == 0) print '(a, i0)', 'stolen ', stolen
    call MPI_Finalize(ierror)
    if (.not. right) stop 1
end program
