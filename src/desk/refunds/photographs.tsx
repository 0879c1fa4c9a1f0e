import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endpointPath } from '#contract/endpoints.ts';
import { env } from '#shared/env.ts';

type PhotographsProps = { readonly endpoint: { readonly path: string }; readonly reference: string; readonly files: readonly string[] };

/** The photographs of a refund request or a review: one large, the others to choose, also by the arrow keys. */
export const Photographs = ({ endpoint, reference, files }: PhotographsProps) => {
  const { t } = useTranslation('desk-refunds');
  const [index, setIndex] = useState(0);
  const urlOf = (file: string): string => env.VITE_API_HOST + endpointPath(endpoint.path, { reference, file });
  const shown = files[index];
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) setIndex((index + step + files.length) % files.length);
  };
  if (shown === undefined) return <p className="quiet">{t('photographs.none')}</p>;
  return (
    <div className="desk-photographs">
      <a href={urlOf(shown)} target="_blank" rel="noreferrer">
        <img src={urlOf(shown)} alt={t('photographs.one', { number: index + 1, count: files.length })} />
      </a>
      {files.length > 1 && (
        <ul aria-label={t('photographs.label')}>
          {files.map((file, position) => (
            <li key={file}>
              <button type="button" aria-pressed={position === index} onClick={() => setIndex(position)} onKeyDown={turn}>
                <img src={urlOf(file)} alt={t('photographs.one', { number: position + 1, count: files.length })} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
