import { Busboy } from '@fastify/busboy';
import type { Context } from 'hono';
import { refundLimits } from '#contract/refund.ts';
import { Busy, Failure } from '#server/domain/failure.ts';
import { readAs } from '#server/http/read-body.ts';

/**
 * An upload of which fewer bytes arrive in this time is ended, which frees its slot; a phone at the edge of its network sends twice as many. Node
 * ends uploads that take longer than five minutes in all.
 */
const minUploadRate = { bytes: 40_000, perMs: 20_000 } as const;

/** Uploads that a process receives at a time, at most 31 MB each; per client IP address fewer, so that others get a slot. */
const maxOpen = { all: 12, perIp: 3 };

/** The field of the pictures in every form. */
export const picturesField = 'additionalImages';
/** More than any form of the shop has. */
const maxFields = 8;
/** Maximum of all texts together. A longer field is cut off, and is then still longer than the contract allows. */
const textBytes = 100_000;

/** What a form may have at most. */
type Limits = { readonly images: number; readonly imageBytes: number };

const tooLarge = ({ images, imageBytes }: Limits): Failure => {
  const size = `${imageBytes / 1024 / 1024} MB`;
  const message =
    images === 1
      ? `This picture has more than ${size}. Please send a smaller one.`
      : `This is more than ${images} pictures of ${size}. Please send fewer or smaller ones.`;
  return new Failure('tooLarge', message, { [picturesField]: message });
};

const tooManyFields = (): Failure => new Failure('tooLarge', `This form has more than ${maxFields} fields.`);

// Not 408, after which browsers send the whole body once more by themselves.
const tooSlow = (): Failure =>
  new Failure('busy', 'This arrived too slowly. Please try again on a better connection, or with fewer pictures.');

const limitsFor = ({ images, imageBytes }: Limits) => ({
  files: images,
  fileSize: imageBytes,
  fields: maxFields,
  fieldSize: textBytes,
  parts: images + maxFields,
});

/** Parses a form while it arrives, and reads no further once it is refused. Rejects with a `Failure`, or an error when it is malformed. */
const receiveForm = (c: Context, allowed: Limits): Promise<FormData> =>
  new Promise((resolve, reject) => {
    const form = new FormData();
    const maxBytes = allowed.images * allowed.imageBytes + textBytes;
    if (Number(c.req.header('content-length')) > maxBytes) throw tooLarge(allowed);
    const parser = new Busboy({ headers: { 'content-type': c.req.header('content-type') ?? '' }, limits: limitsFor(allowed) });
    let isRefused = false;
    const refuse = (reason: unknown): void => {
      isRefused = true;
      reject(reason);
    };
    parser.on('field', (name, value, _isNameCut, isValueCut) => (isValueCut ? refuse(tooLarge(allowed)) : form.append(name, value)));
    parser.on('file', (name, file, filename = '') => {
      // One buffer: a sender of single bytes would else take many times their number.
      const content = Buffer.allocUnsafe(allowed.imageBytes);
      let size = 0;
      file.on('data', (chunk: Buffer) => {
        size += chunk.copy(content, size);
      });
      file.on('limit', () => refuse(tooLarge(allowed)));
      file.on('error', refuse);
      file.on('end', () => form.append(name, new File([content.subarray(0, size)], filename)));
    });
    parser.on('filesLimit', () => refuse(tooLarge(allowed)));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) parser.on(limit, () => refuse(tooManyFields()));
    parser.on('error', refuse);
    parser.on('finish', () => resolve(form));

    let bytes = 0;
    let bytesBefore = 0;
    const rateCheck = setInterval(() => {
      if (bytes - bytesBefore < minUploadRate.bytes) refuse(tooSlow());
      bytesBefore = bytes;
    }, minUploadRate.perMs).unref();
    const read = async (): Promise<void> => {
      const reader = c.req.raw.body?.getReader();
      // The reader is not cancelled after a refusal, which would close the connection before the answer is sent.
      while (reader && !isRefused) {
        const { done, value } = await reader.read();
        if (done) break;
        bytes += value.length;
        if (bytes > maxBytes) throw tooLarge(allowed);
        await new Promise<void>((written) => parser.write(value, () => written()));
      }
      if (!isRefused) parser.end();
    };
    read()
      .catch(refuse)
      .finally(() => clearInterval(rateCheck));
  });

type ReceiveUpload = <Result>(
  c: Context,
  limits: { readonly address: string; readonly images: number; readonly imageBytes?: number | undefined },
  work: (form: FormData) => Promise<Result>,
) => Promise<Result>;

/**
 * Receives forms with pictures and runs `work` with each. Throws 400 and 415 for a malformed form, 413 for one that exceeds the limits, 503 when too
 * many are open, and 503 for a sender who is too slow.
 */
export const limitUploads = (): ReceiveUpload => {
  const openByIp = new Map<string, number>();
  let open = 0;

  return async (c, { address, images, imageBytes = refundLimits.imageBytes }, work) => {
    const ofIp = openByIp.get(address) ?? 0;
    if (open >= maxOpen.all || ofIp >= maxOpen.perIp) throw new Busy();
    open += 1;
    openByIp.set(address, ofIp + 1);
    try {
      const refusal = 'This must be sent as a form with files.';
      return await work(
        await readAs(c, { contentType: /^multipart\/form-data\s*;/i, refusal, parse: () => receiveForm(c, { images, imageBytes }) }),
      );
    } finally {
      open -= 1;
      const left = (openByIp.get(address) ?? 0) - 1;
      if (left > 0) openByIp.set(address, left);
      else openByIp.delete(address);
    }
  };
};

/** Uploaded files; browsers send an empty file without a name when none was chosen. */
export const uploadedFiles = (form: FormData): Blob[] => {
  const files = form.getAll(picturesField).filter((part) => part !== '' && !(part instanceof File && part.name === '' && part.size === 0));
  return files.map((part) => (typeof part === 'string' ? new Blob([part]) : part));
};

/** The values of these fields; an array, which validation rejects, for one that was sent more than once. */
export const readFields = (form: FormData, names: readonly string[]): object =>
  Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
