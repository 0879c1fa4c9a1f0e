import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';

/** Shows a view's heading once it is loaded. */
const Views = ({ view, isLoaded = true }: { readonly view: string; readonly isLoaded?: boolean }) => {
  const headingRef = useViewHeading(view);
  return (
    <>
      <button type="button">Elsewhere</button>
      {isLoaded && (
        <h1 key={view} ref={headingRef} tabIndex={-1}>
          {view}
        </h1>
      )}
    </>
  );
};
const heading = () => screen.getByRole('heading');

test('the heading of a view takes the focus without scrolling when the view changes, and not in the first view or again', () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  const { rerender } = render(<Views view="form" />);
  expect(heading()).toBeVisible();
  expect(heading()).not.toHaveFocus();
  rerender(<Views view="answer" />);
  expect(heading()).toHaveFocus();
  expect(focus.mock.calls).toEqual([[]]);
  focus.mockRestore();
  screen.getByRole('button').focus();
  rerender(<Views view="answer" />);
  expect(screen.getByRole('button')).toHaveFocus();
});

test('the heading of a view that is loaded late takes the focus when it is there', () => {
  const { rerender } = render(<Views view="form" />);
  rerender(<Views view="answer" isLoaded={false} />);
  expect(screen.getByRole('button')).toBeVisible();
  rerender(<Views view="answer" />);
  expect(heading()).toHaveFocus();
});
