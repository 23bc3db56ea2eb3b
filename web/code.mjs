// Python's source as the code that it becomes in a browser: a start there then need not compile hundreds of files each time.
// node code.mjs SOURCES.zip CODE.zip FOLDER [bare]: for each `a.py` of SOURCES there is an `a.pyc` in CODE, as if it lay in FOLDER; its comment is
// the hash of its source. Docstrings are left out; `bare` leaves out asserts too, and takes along what is no source.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [sources, code, folder, bare] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile('/sources.zip', readFileSync(sources));
python.globals.set('folder', folder);
python.globals.set('bare', !!bare);
await python.runPythonAsync(`
import ast, hashlib, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc as kept

def undocumented(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node, False):
            node.body[0].value.value = ""
    return tree

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/code.zip", "w", zipfile.ZIP_STORED) as code:
    for file in sources.infolist():
        name, body = file.filename, sources.read(file)
        made = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        if name.endswith(".py"):
            made.filename += "c"
            made.comment = hashlib.sha256(body).hexdigest().encode()
            body = kept(compile(undocumented(body), f"{folder}/{name}", "exec", optimize=1 if bare else 0), bytes(8), False)
        elif not bare or file.is_dir():
            continue
        code.writestr(made, bytes(body))
`);
writeFileSync(code, python.FS.readFile('/code.zip'));
process.exit(0);
