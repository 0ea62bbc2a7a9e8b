import { hash } from 'node:crypto';
import { readersVersion } from './readers-version.ts';

/** 128 bits of the section's own bytes, 64 of what stands around it. */
const sectionDigits = 32;
const contextDigits = 16;

/**
 * What a section's document is made from beside the section itself: where it stands, and by which readers it was
 * read. Made once for all the sections of a part.
 */
export function contextKey(context: object): string {
  return hash('sha256', `${readersVersion} ${JSON.stringify(context)}`, 'hex').slice(0, contextDigits);
}

/**
 * Names the document that a section of source comes to. A title repeats its parts, and tomorrow's title most of
 * today's: what is named by a key that is stored need not be read again.
 */
export function sectionKey(section: Uint8Array, context: string): string {
  return `${hash('sha256', section, 'hex').slice(0, sectionDigits)}${context}`;
}
