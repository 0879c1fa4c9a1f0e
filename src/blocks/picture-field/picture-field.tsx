import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refundImageTypes, refundLimits } from '#contract/refund.ts';
import { Icon } from '#shared/ui/icon.tsx';
import type { PictureUpload } from './use-picture-upload.ts';

const maxMegabytes = refundLimits.imageBytes / 1024 / 1024;

type PictureFieldProps = {
  readonly upload: PictureUpload;
  /** The form is being sent. */
  readonly isBusy: boolean;
};

/** A file input with removable previews and the progress of the upload. Needs the namespace `refund`. */
export const PictureField = ({ upload: { pictures, error, setError, progress }, isBusy }: PictureFieldProps) => {
  const { max, chosen, rejected, add, remove } = pictures;
  const { t } = useTranslation(['refund', 'common']);
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const errors = [
    ...(error === undefined ? [] : [{ id: 0, text: error }]),
    ...rejected.map(({ id: errorId, name, reason }) => ({
      id: errorId,
      text: t(`pictures.${reason}`, { name, size: maxMegabytes, max }),
    })),
  ];
  return (
    <div className={errors.length > 0 ? 'field is-wrong' : 'field'}>
      <label id={`${id}label`} htmlFor={id}>
        {t('pictures.label')}
        <span className="quiet"> ({t('common:form.optional')})</span>
      </label>
      <p id={`${id}hint`} className="field-hint">
        {t('pictures.hint', { max, size: maxMegabytes })}
      </p>
      <div className="btn btn-outline-primary add-pictures">
        <Icon name="plus" />
        <span id={`${id}button`}>{t('pictures.add')}</span>
        <input
          ref={inputRef}
          id={id}
          type="file"
          name="additionalImages"
          multiple
          // Not `image/*`: with explicit types, phones convert HEIC to JPEG.
          accept={refundImageTypes.join(',')}
          aria-labelledby={`${id}label ${id}button`}
          aria-describedby={`${id}hint${errors.length > 0 ? ` ${id}error` : ''}`}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            setError(undefined);
            // Otherwise choosing a removed picture again fires no change event.
            event.target.value = '';
          }}
        />
      </div>
      <div id={`${id}error`} role="status">
        {errors.map(({ id: errorId, text }) => (
          <p key={errorId} className="field-error">
            {text}
          </p>
        ))}
      </div>
      {chosen.length > 0 && (
        <ol className="refund-pictures" aria-label={t('pictures.chosen')}>
          {chosen.map((picture) => (
            <li key={picture.id}>
              <img src={picture.url} alt="" width="96" height="96" />
              <span className="refund-picture-name">{picture.file.name}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={t('pictures.remove', { name: picture.file.name })}
                onClick={() => {
                  remove(picture);
                  setError(undefined);
                  inputRef.current?.focus();
                }}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {isBusy && chosen.length > 0 && (
        <div className="refund-progress">
          <progress value={progress} max={1} aria-label={t('form.sending')} />
          <span>{t('pictures.sent', { percent: Math.round(progress * 100) })}</span>
        </div>
      )}
    </div>
  );
};
