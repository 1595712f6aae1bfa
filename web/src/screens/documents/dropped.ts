// Files and folders as they are dropped or chosen, with names that differ.
export interface Named {
  name: string;
  file: File;
}

/** Files that are taken from one drop at most. */
const MAX = 10_000;

/** All files of a drop; folders are walked, hidden files and folders are left. */
export async function ofDrop(data: DataTransfer): Promise<Named[]> {
  const entries = [...data.items]
    .filter((item) => item.kind === "file")
    .map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some(Boolean)) return named([...data.files].map((file) => [file.name, file]));
  const found: [string, File][] = [];
  for (const entry of entries) if (entry) await walk(entry, "", found);
  return named(found);
}

/** All files of a choice; of a folder with the path below it. */
export function ofChoice(list: FileList): Named[] {
  return named([...list].map((file) => [file.webkitRelativePath || file.name, file]));
}

async function walk(entry: FileSystemEntry, above: string, found: [string, File][]): Promise<void> {
  if (found.length >= MAX || entry.name.startsWith(".")) return;
  const path = above ? `${above}/${entry.name}` : entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    found.push([path, file]);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return;
    for (const one of some) await walk(one, path, found);
  }
}

/**
 * The library holds what was sent under one plain name. Two of the same name in different folders
 * get their folders' names in front.
 */
function named(files: [string, File][]): Named[] {
  const plain = files.filter(([path]) => !path.split("/").some((part) => part.startsWith(".")));
  const times = new Map<string, number>();
  for (const [path] of plain) times.set(last(path), (times.get(last(path)) ?? 0) + 1);
  return plain.slice(0, MAX).map(([path, file]) => ({
    name: (times.get(last(path)) ?? 0) > 1 ? path.split("/").join(" – ") : last(path),
    file,
  }));
}

const last = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
