import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refundImageTypes, refundLimits } from '#contract/refund.ts';
import type { Pictures } from '#features/refunds/use-pictures.ts';
import { Icon } from '#shared/ui/icon.tsx';

const size = refundLimits.imageBytes / 1024 / 1024;
const most = refundLimits.images;

/** Choosing pictures: the limits are told first, each picture is shown and can be taken away again. `error` is the server's. */
export const PictureField = ({
  pictures: { chosen, problems, add, remove },
  error,
  onChange,
}: {
  readonly pictures: Pictures;
  readonly error: string | undefined;
  readonly onChange: () => void;
}) => {
  const { t } = useTranslation(['refund', 'common']);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const sentences = [
    ...(error === undefined ? [] : [{ id: 0, text: error }]),
    ...problems.map(({ id: problem, name, why }) => ({ id: problem, text: t(`pictures.${why}`, { name, size, most }) })),
  ];
  return (
    <div className={sentences.length > 0 ? 'field is-wrong' : 'field'}>
      <label htmlFor={id}>
        {t('pictures.label')}
        <span className="quiet"> ({t('common:form.optional')})</span>
      </label>
      <p id={`${id}hint`} className="field-hint">
        {t('pictures.hint', { most, size })}
      </p>
      <div className="field-control">
        <input
          ref={input}
          id={id}
          type="file"
          name="additionalImages"
          multiple
          // Named one by one: a phone then makes JPEG of what only it can read.
          accept={refundImageTypes.join(',')}
          className="form-control"
          aria-describedby={`${id}hint${sentences.length > 0 ? ` ${id}error` : ''}`}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            onChange();
            // Or the same picture could not be chosen again after it was taken away.
            event.target.value = '';
          }}
        />
      </div>
      <div id={`${id}error`} role="status">
        {sentences.map(({ id: problem, text }) => (
          <p key={problem} className="field-error">
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
                  input.current?.focus();
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
