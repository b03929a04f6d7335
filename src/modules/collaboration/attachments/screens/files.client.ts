import { useMemo, useRef, useState } from 'react';
import { api, reasonOf } from '~/kit/ui/calls/api';
import { uploadFile } from '~/kit/ui/calls/files';
import { type List, useList } from '~/kit/ui/records/list-store';
import type { AttachedFile } from '../attachments.fields';
import { fileTooLarge, mostFileBytes } from '../attachments.rules';
import { callPath, type RecordKind } from '~/modules/organization/kinds/kinds.rules';

export interface Files extends List<AttachedFile> {
  delete: (id: number) => Promise<void>;
}

/** The files of a record, the newest first. */
export function useFiles(kind: RecordKind, id: number): Files {
  const list = useList<AttachedFile>({
    entity: 'attached_files',
    path: `${callPath(kind)}/${id}/files`,
    unscoped: true,
    order: (a, b) => b.id - a.id,
  });
  return useMemo(
    () => ({
      ...list,
      delete: async (file) => {
        await api.delete(`/files/${file}`);
        list.remove(file);
      },
    }),
    [list],
  );
}

/** A file on its way; with an error it stays until it is dismissed. */
export interface RunningUpload {
  key: number;
  name: string;
  /** From 0 to 1. */
  part: number;
  error: string | null;
}

export interface Uploads {
  all: readonly RunningUpload[];
  add: (files: readonly File[]) => void;
  /** Stops one that is in progress too. */
  dismiss: (key: number) => void;
}

/** Sends files one after the other, so that one that is refused does not stop the others. */
export function useUploads({ path, put }: Files, onAdded: (file: AttachedFile) => void): Uploads {
  const [all, setAll] = useState<readonly RunningUpload[]>([]);
  const last = useRef(0);
  const queue = useRef(Promise.resolve());
  const stops = useRef(new Map<number, AbortController>());
  const change = (key: number, values: Partial<RunningUpload>) =>
    setAll((now) => now.map((each) => (each.key === key ? { ...each, ...values } : each)));
  const drop = (key: number) => setAll((now) => now.filter((each) => each.key !== key));
  const send = async (key: number, file: File, signal: AbortSignal) => {
    if (signal.aborted) return;
    try {
      if (file.size > mostFileBytes) throw new Error(fileTooLarge);
      const onPart = (part: number) => change(key, { part });
      const created = await uploadFile<AttachedFile>(path, { field: 'file', file, signal, onPart });
      put(created);
      drop(key);
      onAdded(created);
    } catch (error) {
      if (!signal.aborted) change(key, { error: reasonOf(error) });
    }
  };
  return {
    all,
    add: (files) => {
      for (const file of files) {
        last.current += 1;
        const key = last.current;
        const stop = new AbortController();
        stops.current.set(key, stop);
        setAll((now) => [...now, { key, name: file.name, part: 0, error: null }]);
        queue.current = queue.current.then(() => send(key, file, stop.signal));
      }
    },
    dismiss: (key) => {
      stops.current.get(key)?.abort();
      drop(key);
    },
  };
}
