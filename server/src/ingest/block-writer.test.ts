import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockWriter } from './block-writer.ts';

describe('the block writer', () => {
  it('puts a blank line between blocks', () => {
    const writer = new BlockWriter();
    writer.write('§ 99.1 Purpose.');
    expect(writer.nextByte).toBe(18);
    writer.write('(a) Scope—all of it.');
    expect(new TextDecoder().decode(writer.toBytes())).toBe('§ 99.1 Purpose.\n\n(a) Scope—all of it.');
  });

  it('writes nothing for no block', () => {
    expect(new BlockWriter().toBytes()).toEqual(new Uint8Array(0));
  });

  it('tells the bytes of every block of any characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 })), (blocks) => {
        const writer = new BlockWriter();
        const ranges = blocks.map((block) => {
          const startByte = writer.nextByte;
          writer.write(block);
          return { startByte, endByte: writer.endByte };
        });
        const bytes = writer.toBytes();
        expect(bytes).toEqual(new TextEncoder().encode(blocks.join('\n\n')));
        const found = ranges.map(({ startByte, endByte }) => bytes.slice(startByte, endByte));
        expect(found).toEqual(blocks.map((block) => new TextEncoder().encode(block)));
      }),
    );
  });
});
