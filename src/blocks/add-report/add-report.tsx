import type { ReactNode } from 'react';

/** The outcome of adding several products: how many were added, and which were not (or not all), with the reason. */
export type AddReport = {
  readonly added: number;
  readonly notAdded: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
};

type AddReportNoteProps = {
  readonly report: AddReport;
  readonly addedText: string;
  readonly notAddedText: string;
  readonly children?: ReactNode;
};

/** Shows an `AddReport`; `children` are next steps, e.g. a link. */
export const AddReportNote = ({ report: { added, notAdded }, addedText, notAddedText, children }: AddReportNoteProps) => (
  <div className="note">
    <div>
      {added > 0 && <p>{addedText}</p>}
      {notAdded.length > 0 && (
        <>
          <p>{notAddedText}</p>
          <ul className="report-list">
            {notAdded.map(({ id, name, reason }) => (
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
