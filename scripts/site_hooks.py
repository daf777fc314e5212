"""The web site has more than the pages of docs/: README.md and its neighbours, the options of the command, and the API reference."""

import re
import shutil
import subprocess
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
REPOSITORY = "https://github.com/scrump/scrump/blob/main/"
# Pages that lie beside docs/, and what the site calls them.
NEIGHBOURS = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": "CHANGELOG.md"}

COMMAND = ROOT / "build/release/scrump"
OPTIONS = "options.md"  # printed by the command


def options() -> str:
    if not COMMAND.exists():
        raise PluginError("the command is not built: make build")
    return subprocess.run([COMMAND, "help", "--markdown"], check=True, capture_output=True, text=True).stdout


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for source, name in NEIGHBOURS.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text("utf-8")))
    files.append(File.generated(config, OPTIONS, content=options()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to files that are not pages lead to the repository."""
    folder = ROOT if page.file.src_uri in NEIGHBOURS.values() else ROOT / "docs"

    def placed(match: re.Match[str]) -> str:
        link, _, anchor = match[1].partition("#")
        link = link.removeprefix(REPOSITORY)
        base = ROOT if match[1].startswith(REPOSITORY) else folder
        if not link or re.match(r"[a-z]+:", link) or not (base / link).exists():
            return match[0]
        file = (base / link).resolve().relative_to(ROOT)
        name = NEIGHBOURS.get(str(file)) or (file.name if file.parent.name == "docs" and file.suffix == ".md" else "")
        return f"]({name or REPOSITORY + str(file)}{'#' + anchor if anchor else ''})"

    text = re.sub(r"\]\(([^()\s]+)\)", placed, markdown)
    if page.file.src_uri == OPTIONS:
        text = re.sub(r"(?<=see )docs/([\w-]+\.md)", r"[\1](\1)", text)
    if page.file.src_uri == "command.md":
        text = text.replace("`scrump help --markdown`", f"[`scrump help --markdown`]({OPTIONS})", 1)
    if page.file.src_uri == "api.md":
        reference = '<a href="reference/index.html">The reference of all of it</a>'
        text = text.replace("## Headers", f"{reference}\n\n## Headers", 1)
    return text


def on_post_build(config: MkDocsConfig) -> None:
    reference = ROOT / "build/docs/html"
    if not (reference / "index.html").exists():
        raise PluginError("the API reference is not there: make docs")
    shutil.copytree(reference, Path(config.site_dir) / "reference", dirs_exist_ok=True)
