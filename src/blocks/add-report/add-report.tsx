import type { ReactNode } from 'react';

/** The outcome of adding several products: how many were added, and which were not (or not all), with the reason. */
export type AddReport = {
  readonly added: number;
  readonly left: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
};

type AddReportNoteProps = {
  readonly report: AddReport;
  readonly addedText: string;
  readonly leftText: string;
  readonly children?: ReactNode;
};

/** Shows that outcome; `children` is a way on from there. */
export const AddReportNote = ({ report: { added, left }, addedText, leftText, children }: AddReportNoteProps) => (
  <div className="note">
    <div>
      {added > 0 && <p>{addedText}</p>}
      {left.length > 0 && (
        <>
          <p>{leftText}</p>
          <ul className="report-list">
            {left.map(({ id, name, reason }) => (
              <li key={id}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
    {children}
  </div>
);
