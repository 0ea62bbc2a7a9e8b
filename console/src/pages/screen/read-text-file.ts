import { limits } from '@pandect/contract';

/** Why a file cannot be screened, in words for the person who dropped it. */
export class NotText extends Error {}

/** The text of a dropped file. Only plain text: what a PDF or a Word file says is not in its bytes as text. */
export async function readTextFile(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<string> {
  // A character has at most four bytes: a larger file cannot fit, and is not read.
  if (file.size > limits.analysisChars * 4) {
    throw new NotText(
      `${file.name} is larger than the ${limits.analysisChars.toLocaleString('en-US')} characters a text may have.`,
    );
  }
  const bytes = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotText(`${file.name} is not plain UTF-8 text. Copy its words and paste them here.`);
  }
  if (text.includes('\0'))
    throw new NotText(`${file.name} is not plain text. Copy its words and paste them here.`);
  return text;
}
