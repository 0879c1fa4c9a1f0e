import { readFile } from 'node:fs/promises';
import { rejectAsInvalid } from '#server/commands/command-context.ts';
import { Invalid } from '#server/domain/failure.ts';

/** The text of a seller's file. Throws `Invalid` for one that cannot be read, or has another encoding, of which letters would be lost. */
export const readText = async (file: string): Promise<string> => {
  const bytes = await rejectAsInvalid(readFile(file), `${file} cannot be read.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Invalid(`${file} is not UTF-8. Save it as UTF-8, which spreadsheets call "CSV UTF-8".`);
  }
};
