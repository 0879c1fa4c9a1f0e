import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refundImageTypes, refundLimits } from '#contract/refund.ts';
import { Icon } from '#shared/ui/icon.tsx';
import type { Pictures } from './use-pictures.ts';

const maxMegabytes = refundLimits.imageBytes / 1024 / 1024;

type PictureFieldProps = { readonly pictures: Pictures; readonly error: string | undefined; readonly onChange: () => void };

/** A file input with previews: each picture can be removed again. `error` is the server's. Needs the namespace `refund`. */
export const PictureField = ({ pictures: { max, chosen, rejected, add, remove }, error, onChange }: PictureFieldProps) => {
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
            onChange();
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
                  onChange();
                  inputRef.current?.focus();
                }}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
};
