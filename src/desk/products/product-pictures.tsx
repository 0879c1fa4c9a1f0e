import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useEffect, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { maxPictureBytes, type ProductFields } from '#contract/desk/products.ts';
import { refundImageTypes } from '#contract/refund.ts';
import { callTo, useSend } from '#desk/desk-api.ts';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { useIdentityCheck } from '#desk/parts/identity.tsx';
import { RowButton } from '#desk/parts/row.tsx';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { asApiError, failureText } from '#shared/api/api-error.ts';
import { pictureProblem } from '#shared/picture-problem.ts';
import { Field } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import type { Editing } from './product-fields.tsx';

type Images = ProductFields['images'];

/** A file on its way into the shop; `failure` says why it did not get there. */
type Upload = {
  readonly key: number;
  readonly file: File;
  readonly progress: number;
  readonly failure?: string | undefined;
  /** Whether the file itself is the reason, so that another try is of no use. */
  readonly isRefused?: boolean;
};

const bytesPerMegabyte = 1024 * 1024;

const withImageChange = (images: Images, file: string, change: Partial<Images[number]>): Images =>
  images.map((image) => (image.file === file ? { ...image, ...change } : image));

type CardProps = Editing & { readonly image: Images[number]; readonly at: number; readonly src: string };

const PictureCard = ({ fields: { images, colors }, set, field, image: { file, alt, color }, at, src }: CardProps) => {
  const { t } = useTranslation('desk-products');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({ id: file });
  const number = at + 1;
  const moveTo = (to: number) => set({ images: arrayMove(images, at, to) });
  return (
    <li ref={setNodeRef} style={{ transform: CSS.Translate.toString(transform), transition }}>
      <div className="desk-picture">
        <ProductPicture image={{ src, alt: '' }} sizes="240px" alt={alt === '' ? t('pictures.one', { number }) : alt} />
        <button type="button" ref={setActivatorNodeRef} {...attributes} {...listeners} aria-label={t('pictures.drag', { number })}>
          <DeskIcon name="drag" />
        </button>
      </div>
      <Field
        {...field(`images.${at}.alt`)}
        label={t('pictures.alt')}
        hint={<span className="visually-hidden">{t('pictures.one', { number })}</span>}
        value={alt}
        rows={2}
        onChange={(text) => set((now) => ({ images: withImageChange(now.images, file, { alt: text }) }))}
      />
      {colors.length > 0 && (
        <select
          className="form-select"
          aria-label={t('pictures.color', { number })}
          value={color ?? ''}
          onChange={({ target: { value } }) =>
            set((now) => ({
              images: now.images.map(({ color: old, ...image }) =>
                image.file !== file
                  ? { ...image, ...(old !== undefined && { color: old }) }
                  : { ...image, ...(value !== '' && { color: value }) },
              ),
              // The first picture that shows a colour becomes the picture of its swatch.
              colors: now.colors.map((each) => (each.color === value && each.image === '' ? { ...each, image: file } : each)),
            }))
          }
        >
          <option value="">{t('pictures.anyColor')}</option>
          {colors.map((each) => (
            <option key={each.color}>{each.color}</option>
          ))}
        </select>
      )}
      <div className="desk-actions">
        <RowButton name={t('pictures.one', { number })} isOff={at === 0} onPress={() => moveTo(at - 1)}>
          {t('pictures.earlier')}
        </RowButton>
        <RowButton name={t('pictures.one', { number })} isOff={number === images.length} onPress={() => moveTo(number)}>
          {t('pictures.later')}
        </RowButton>
        <RowButton
          name={t('pictures.one', { number })}
          onPress={() =>
            set((now) => ({
              images: now.images.filter((image) => image.file !== file),
              colors: now.colors.map((each) => (each.image === file ? { ...each, image: '' } : each)),
            }))
          }
        >
          {t('pictures.remove')}
        </RowButton>
      </div>
    </li>
  );
};

type PicturesProps = Editing & {
  /** URLs by file name. */
  readonly sources: Readonly<Record<string, string>>;
  readonly onUploaded: (file: string, src: string) => void;
  /** Called when uploads begin and end: a product saved during an upload would lack the picture. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly isDisabled: boolean;
};

/** The pictures of a product in their order: dropped, chosen or photographed, each uploaded at once, one after the other. */
export const ProductPictures = ({ sources, onUploaded, onBusy, isDisabled, ...editing }: PicturesProps) => {
  const { t } = useTranslation('desk-products');
  const { t: tCommon } = useTranslation('common');
  const { fields, set, field } = editing;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const upload = useSend();
  const check = useIdentityCheck();
  const keyRef = useRef(0);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const update = (key: number, change: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  const drop = (key: number) => setUploads((before) => before.filter((upload) => upload.key !== key));
  const send = async ({ key, file }: Upload) => {
    try {
      const data = new FormData();
      data.append('additionalImages', file);
      const call = { ...callTo(deskEndpoints.uploadPicture, {}), data, onProgress: (progress: number) => update(key, { progress }) };
      const added = await check(() => upload(call));
      onUploaded(added.file, added.src);
      set((now) => ({ images: [...now.images, { file: added.file, alt: '' }] }));
      drop(key);
    } catch (cause) {
      update(key, { failure: failureText(tCommon, asApiError(cause)) });
    }
  };
  const add = async (files: readonly File[]) => {
    const added = files.map((file): Upload => {
      keyRef.current += 1;
      const problem = pictureProblem(file, maxPictureBytes);
      const sizes = { size: Math.ceil(file.size / bytesPerMegabyte), max: maxPictureBytes / bytesPerMegabyte };
      return { key: keyRef.current, file, progress: 0, ...(problem && { failure: t(`pictures.${problem}`, sizes), isRefused: true }) };
    });
    setUploads((before) => [...before, ...added]);
    // In the order in which they were chosen.
    for (const each of added) if (!each.isRefused) await send(each);
  };
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    // No `accept`: files that it drops would be left out without a word.
    onDrop: (files) => void add(files),
    noClick: true,
    noKeyboard: true,
    disabled: isDisabled,
  });
  const files = fields.images.map(({ file }) => file);
  const place = (id: unknown): number => files.indexOf(String(id)) + 1;
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) set({ images: arrayMove(fields.images, place(active.id) - 1, place(over.id) - 1) });
  };
  const at = ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
    t('pictures.at', { number: place(active.id), to: place((over ?? active).id), count: files.length });
  const announcements = {
    onDragStart: ({ active }: Pick<DragEndEvent, 'active'>) => at({ active, over: null }),
    onDragOver: at,
    onDragEnd: at,
    onDragCancel: at,
  };
  const isBusy = uploads.some(({ failure }) => failure === undefined);
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  const missingAltCount = fields.images.filter(({ alt }) => alt.trim() === '').length;
  const { error } = field('images');
  return (
    <section {...getRootProps({ className: isDragActive ? 'desk-dropping' : undefined })}>
      <div className="desk-section-head">
        <h2>{t('pictures.heading')}</h2>
      </div>
      <p className="quiet">
        {fields.images.length > 0 && (missingAltCount === 0 ? t('pictures.first') : t('pictures.missing', { count: missingAltCount }))}
      </p>
      {error !== undefined && <p className="field-error">{error}</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('pictures.how') } }}
      >
        <SortableContext items={files} strategy={rectSortingStrategy} disabled={isDisabled}>
          <ul className="desk-pictures">
            {fields.images.map((image, index) => (
              <PictureCard key={image.file} {...editing} image={image} at={index} src={sources[image.file] ?? ''} />
            ))}
            {uploads.map((upload) => (
              <li key={upload.key}>
                <p className="quiet">{upload.file.name}</p>
                {upload.failure === undefined ? (
                  <progress value={upload.progress} aria-label={t('pictures.uploading', { name: upload.file.name })} />
                ) : (
                  <>
                    <p role="alert" className="field-error">
                      {upload.failure}
                    </p>
                    <div className="desk-actions">
                      {!upload.isRefused && (
                        <button
                          type="button"
                          className="btn btn-link"
                          onClick={() => {
                            update(upload.key, { failure: undefined });
                            void send(upload);
                          }}
                        >
                          {tCommon('retry')}
                        </button>
                      )}
                      <button type="button" className="btn btn-link" onClick={() => drop(upload.key)}>
                        {t('pictures.leave')}
                      </button>
                    </div>
                  </>
                )}
              </li>
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <p role="status" className="visually-hidden">
        {isBusy && t('pictures.busy')}
      </p>
      {/* Outside the row of buttons, where it would take a gap. Not `image/*`: with explicit types, phones convert HEIC to JPEG. */}
      <input {...getInputProps({ 'aria-label': t('pictures.choose'), accept: refundImageTypes.join(',') })} />
      <div className="desk-add-pictures">
        <button type="button" className="btn btn-outline-primary" onClick={open}>
          <Icon name="plus" />
          {t('pictures.add')}
        </button>
        <label className="btn btn-outline-primary desk-camera">
          {t('pictures.camera')}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            className="visually-hidden"
            onChange={({ target }) => {
              void add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </label>
        <p className="quiet">
          <span className="desk-drop-hint">{t('pictures.drop')}</span> {t('pictures.kinds')}
        </p>
      </div>
    </section>
  );
};
