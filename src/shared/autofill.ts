/** What comes before a form is rendered again, or sent. */
const occasions = ['focusin', 'pointerdown', 'keydown', 'submit'];

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Whether a text field holds what React has not rendered: it keeps the attribute of an input equal to its value. Search fields are not controlled. */
const isFilledUnseen = (control: Element): control is TextControl =>
  control instanceof HTMLTextAreaElement
    ? control.value !== ''
    : control instanceof HTMLInputElement &&
      !['checkbox', 'radio', 'file', 'hidden', 'search'].includes(control.type) &&
      control.value !== (control.getAttribute('value') ?? '');

/** Fills a field in past the setter by which React watches it. */
const fill = (control: TextControl, value: string): void =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);

/**
 * Some browsers and password managers fill in fields without an event: React knows nothing of it, and would empty them when it renders the form the
 * next time. Before that, such fields report their values.
 */
export const followAutofill = (signal?: AbortSignal): void => {
  let isReporting = false;
  const report = ({ target }: Event) => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (isReporting || !form) return;
    isReporting = true;
    const filled = [...form.elements].filter(isFilledUnseen).map((control) => ({ control, value: control.value }));
    for (const { control, value } of filled) {
      // Rendered after the report of the one before, it is empty.
      if (control.value !== value) fill(control, value);
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
    isReporting = false;
  };
  for (const occasion of occasions) document.addEventListener(occasion, report, { capture: true, ...(signal && { signal }) });
};
