// Files for the library: as they were dropped, folders too, sent as one form.
import { at, send } from "../../api/client";

/** Files of one drop; more are left out. */
export const FILES_MAX = 10_000;

/** Sends files; gives the job that reads them. */
export async function addFiles(files: File[]): Promise<string> {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.webkitRelativePath || file.name);
  const response = await send(at("documents"), { method: "POST", body: form });
  const told = (await response.json()) as { job?: string; job_id?: string; id?: string };
  return told.job_id ?? told.job ?? told.id ?? "";
}

/** What was dropped, with the files of folders. */
export async function filesOf(dropped: DataTransfer | null): Promise<File[]> {
  if (!dropped) return [];
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry());
  const files: File[] = [];
  for (const entry of entries) if (entry) await collect(entry, files);
  return files.length ? files : [...dropped.files];
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= FILES_MAX || entry.name.startsWith(".")) return;
  if (entry.isFile) {
    files.push(await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed)));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader gives at most a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return;
    for (const one of some) await collect(one, files);
  }
}
