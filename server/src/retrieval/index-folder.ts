import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PackedFileError } from '../search/packed-file.ts';
import { type SegmentArrays, unpackSegment } from '../search/segment-file.ts';
import { type SegmentPlaces, unpackPlaces } from '../search/segment-places.ts';
import { indexVersion } from './index-version.ts';

/** What an index consists of. */
export interface IndexManifest {
  /** The corpus generation it was last compared with; it may hold more than that, never less. */
  readonly generation: number;
  readonly segments: readonly {
    readonly name: string;
    /** Numbers of its documents that are not current any more. */
    readonly dead: readonly number[];
  }[];
}

/** A segment read into memory that threads share. */
export interface OpenedSegment {
  readonly name: string;
  readonly arrays: SegmentArrays;
  readonly places: SegmentPlaces;
}

export const indexFolderName = 'index';
const manifestName = 'manifest';
const wordsEnding = '.words';
const placesEnding = '.places';

/**
 * The files of an index: a manifest, and for each segment its words and its places. Segments are never changed, the
 * manifest is replaced by a rename; so any process may read at any time, and a kill leaves the index as it was.
 * Nothing is flushed: what a power cut damages is found by its hash and made anew from the store.
 */
export class IndexFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Of a data folder. */
  static in(dataDir: string): IndexFolder {
    return new IndexFolder(join(dataDir, indexFolderName));
  }

  /** Changes whenever the manifest does; undefined while there is none. */
  signature(): string | undefined {
    try {
      const { ino, mtimeMs, size } = statSync(join(this.path, manifestName));
      return `${ino} ${mtimeMs} ${size}`;
    } catch {
      return undefined; // no index yet
    }
  }

  /** Undefined where there is none, or none this program can trust. */
  readManifest(): IndexManifest | undefined {
    let text: string;
    try {
      text = readFileSync(join(this.path, manifestName), 'utf8');
    } catch {
      return undefined; // no index yet
    }
    const lineEnd = text.indexOf('\n');
    const body = text.slice(lineEnd + 1);
    if (text.slice(0, lineEnd) !== headOf(body)) return undefined;
    const manifest: IndexManifest = JSON.parse(body); // our own: its hash was just checked
    return manifest;
  }

  writeManifest(manifest: IndexManifest): void {
    const body = JSON.stringify(manifest);
    this.#write(manifestName, Buffer.from(`${headOf(body)}\n${body}`));
  }

  /** Throws a `PackedFileError` where a file is missing, damaged or of another format. */
  readSegment(name: string): OpenedSegment {
    return {
      name,
      arrays: unpackSegment(this.#read(name + wordsEnding)),
      places: unpackPlaces(this.#read(name + placesEnding)),
    };
  }

  writeSegment(name: string, words: SharedArrayBuffer, places: SharedArrayBuffer): OpenedSegment {
    this.#write(name + wordsEnding, new Uint8Array(words));
    this.#write(name + placesEnding, new Uint8Array(places));
    return { name, arrays: unpackSegment(words, false), places: unpackPlaces(places, false) };
  }

  /** Removes segments no manifest names, and drafts of writers that were killed. For the one who builds. */
  removeUnused({ segments }: IndexManifest): void {
    const used = new Set(segments.flatMap(({ name }) => [name + wordsEnding, name + placesEnding]));
    for (const file of readdirSync(this.path)) {
      const isSegment = file.endsWith(wordsEnding) || file.endsWith(placesEnding);
      if ((isSegment && !used.has(file)) || file.endsWith('.draft')) rmSync(join(this.path, file));
    }
  }

  #read(name: string): SharedArrayBuffer {
    let file: number;
    try {
      file = openSync(join(this.path, name), 'r');
    } catch (error) {
      throw new PackedFileError(`${name} cannot be read`, { cause: error });
    }
    try {
      const { size } = fstatSync(file);
      const buffer = new SharedArrayBuffer(size);
      const bytes = new Uint8Array(buffer);
      for (let at = 0; at < size; ) {
        const count = readSync(file, bytes, at, Math.min(size - at, 1 << 30), at);
        if (count === 0) throw new PackedFileError(`${name} became shorter while it was read`);
        at += count;
      }
      return buffer;
    } finally {
      closeSync(file);
    }
  }

  #write(name: string, bytes: Uint8Array): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    const draft = join(this.path, `${name}.draft`);
    writeFileSync(draft, bytes);
    renameSync(draft, join(this.path, name));
  }
}

/** First line of a manifest: what wrote it, and the hash of the rest. */
function headOf(body: string): string {
  return `pandect index ${indexVersion()} ${hash('sha256', body, 'hex')}`;
}
