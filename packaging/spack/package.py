# For Spack 1.0 and later: this folder as packages/scrump of a repository of your own
# (spack repo create), then
#   spack install scrump
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Scrump(CMakePackage):
    """Exact combinatorial search and other irregular work on every core, by work stealing."""

    homepage = "https://github.com/scrump/scrump"
    git = "https://github.com/scrump/scrump.git"

    license("Apache-2.0")

    version("main", branch="main")
    version("0.3.0", tag="v0.3.0")

    variant("cli", default=True, description="Build the scrump command")
    variant("problems", default=True, description="Build the problems that Scrump solves")
    variant("mpi", default=True, description="Connect processes through MPI")
    variant("clp", default=True, description="Solve linear programs with Clp, for hard tours")
    variant("counters", default=True, description="Keep times, distributions and timelines")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("boost@1.70: +context")
    depends_on("gmp +cxx")
    depends_on("nlohmann-json", type="build")
    depends_on("xxhash", type="build")
    depends_on("cereal", type=("build", "run"))
    depends_on("mpi", when="+mpi")
    for library in ("pugixml", "zlib-api", "xz", "zstd"):
        depends_on(library, when="+problems")
        depends_on(library, when="+cli")
    depends_on("clp", type=("build", "link", "run"), when="+problems +clp")
    depends_on("clp", type=("build", "link", "run"), when="+cli +clp")
    depends_on("cli11", type="build", when="+cli")
    depends_on("fmt", when="+cli")

    conflicts("%gcc@:10", msg="Scrump is written in C++20")
    conflicts("%clang@:13", msg="Scrump is written in C++20")

    def cmake_args(self):
        return [
            self.define_from_variant("SCRUMP_BUILD_CLI", "cli"),
            self.define_from_variant("SCRUMP_BUILD_PROBLEMS", "problems"),
            self.define_from_variant("SCRUMP_MPI", "mpi"),
            self.define_from_variant("SCRUMP_CLP", "clp"),
            self.define_from_variant("SCRUMP_COUNTERS", "counters"),
        ]
