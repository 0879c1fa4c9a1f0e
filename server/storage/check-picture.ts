import { refundImageTypes } from '#contract/refund.ts';
import { Failure, Invalid } from '#server/domain/failure.ts';

/** Fields of forms with pictures: which of them an error is of. */
const field = 'additionalImages';

/** More than a phone's picture of 5 MB has: a limit against decompression bombs. */
export const maxPixels = 60_000_000;

/** libvips' names of the contract's formats. */
const formats: Readonly<Record<(typeof refundImageTypes)[number], string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

const wrongType = (message: string): Failure => new Failure('wrongType', message, { [field]: message });

/** Why a picture is refused that is no picture, or one too many. */
export const invalidPicture = (message: string): Invalid => new Invalid(message, { [field]: message });

/** The type by content, not by name or declared type. Throws for an unsupported one. */
const detectType = async (content: Uint8Array, label: string): Promise<(typeof refundImageTypes)[number]> => {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  const type = refundImageTypes.find((candidate) => candidate === found?.mime);
  // The default of Apple's cameras, which libvips is built without: its message says what to do.
  if (type === undefined && (found?.mime === 'image/heic' || found?.mime === 'image/heif'))
    throw wrongType(
      `${label} is a HEIC picture. iPhone pictures of this kind can’t be read yet. In Photos choose Share, Options, Most Compatible.`,
    );
  if (type === undefined) throw wrongType(`${label} is not a JPEG, PNG, WebP or AVIF picture.`);
  return type;
};

/**
 * Throws a `Failure` unless the content is that of a picture which can be decoded without harm: of a known type, whatever it is called, and with
 * few enough pixels. `label` begins the message.
 */
export const checkPicture = async (content: Uint8Array, label: string): Promise<void> => {
  const type = await detectType(content, label);
  // Imported lazily: the image library is large and rarely used.
  const { default: sharp } = await import('sharp');
  // Reads the header only, so the memory used does not depend on the pixels it declares.
  const metadata = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (metadata && metadata.width * metadata.height > maxPixels)
    throw invalidPicture(`${label} has too many pixels. Please send a smaller one.`);
  if (metadata?.format !== formats[type]) throw invalidPicture(`${label} cannot be read. Please send another one.`);
};
