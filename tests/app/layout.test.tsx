import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { showToast } from '#app/toaster.tsx';
import { paths } from '#shared/paths.ts';
import { allRequestsSettled, calls } from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const scrollTo = (top: number) => act(() => window.scrollTo(0, top));

describe('scrolling', () => {
  test('the scroll-up button appears after more than 300 px and scrolls to the top', { tags: 'footer.to-top' }, async () => {
    const { user } = await renderAt(paths.privacy);
    scrollTo(300);
    expect(screen.queryByRole('button', { name: 'Back to the top' })).not.toBeInTheDocument();
    scrollTo(301);
    await user.click(screen.getByRole('button', { name: 'Back to the top' }));
    expect(window.scrollY).toBe(0);
    expect(screen.queryByRole('button', { name: 'Back to the top' })).not.toBeInTheDocument();
  });

  test('a new path starts at the top with the focus on its content', { tags: 'route.starts-at-top' }, async () => {
    const { user } = await renderAt(paths.privacy);
    scrollTo(500);
    await user.click(screen.getAllByRole('link', { name: 'About us' })[0] ?? document.body);
    expect(window.scrollY).toBe(0);
    expect(screen.getByRole('main')).toHaveFocus();
    scrollTo(0);
  });

  const navigation = (name: string) => within(screen.getByRole('navigation', { name }));
  test.each<[string, string, () => HTMLElement | undefined]>([
    ['the next post', paths.post('caring-for-wood'), () => navigation('Other articles').getAllByRole('link')[0]],
    ['the second page of a list', '/shop-grid-two-column', () => screen.getByRole('link', { name: 'Next page' })],
    [
      'the whole list, by the breadcrumb',
      paths.shopCategory('kitchen-table'),
      () => navigation('You are here').getByRole('link', { name: 'Shop' }),
    ],
    ['the whole list, by the footer', paths.shopNew, () => within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Shop all' })],
    ['a category, by the menu', paths.shop, () => document.querySelector<HTMLElement>('.shop-links-categories a') ?? undefined],
  ])('a link to another page of the same path starts at the top with the focus on its heading: %s', async (name, path, find) => {
    const { user, address } = await renderAt(path);
    if (name.endsWith('menu')) await user.hover(screen.getByRole('button', { name: 'What we sell' }));
    await waitFor(() => expect(find()).toBeVisible());
    scrollTo(2000);
    fireEvent.click(find() ?? document.body);
    await waitFor(() => expect(address()).not.toBe(path));
    expect(window.scrollY).toBe(0);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    scrollTo(0);
  });

  test('a category that is chosen on the list, and a filter that is taken away, leave the position', async () => {
    const { user, address } = await renderAt(paths.shop);
    scrollTo(500);
    const categories = within(await screen.findByRole('navigation', { name: 'Categories' }));
    await user.click(await categories.findByRole('link', { name: 'Kitchen & table' }));
    await waitFor(() => expect(address()).toContain('category='));
    expect(window.scrollY).toBe(500);
    await user.click(screen.getByRole('link', { name: 'Clear all' }));
    await waitFor(() => expect(address()).not.toContain('category='));
    expect(window.scrollY).toBe(500);
    scrollTo(0);
  });

  test('a change of the query alone does not scroll', async () => {
    const { user, address } = await renderAt(paths.shop);
    await screen.findAllByRole('article');
    scrollTo(500);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, A to Z');
    expect(address()).toContain('sort=name');
    expect(window.scrollY).toBe(500);
    scrollTo(0);
  });
});

describe('toasts', () => {
  const added = { tone: 'success', messageKey: 'cart.added' } as const;
  const place = () => screen.findByRole('status', { name: 'Messages' });

  test('toasts are announced in a live region, have a tone, and hide after 3 seconds', { tags: 'toast.duration' }, async () => {
    await renderAt(paths.privacy);
    const status = await place();
    expect(status).toBeEmptyDOMElement();
    vi.useFakeTimers();
    act(() => showToast(added));
    expect(status).toHaveTextContent('Added To Cart');
    expect(status.querySelector('.toast-success')).toBeVisible();
    act(() => vi.advanceTimersByTime(2900));
    expect(status).toHaveTextContent('Added To Cart');
    act(() => vi.advanceTimersByTime(200));
    expect(status).not.toHaveTextContent('Added To Cart');
  });

  test('toasts with the same message replace each other, others are shown together', async () => {
    await renderAt(paths.privacy);
    const status = await place();
    for (const _ of [1, 2, 3]) act(() => showToast(added));
    expect(screen.getAllByText('Added To Cart')).toHaveLength(1);
    act(() => showToast({ tone: 'warning', messageKey: 'cart.limitReached' }));
    expect(status).toHaveTextContent('Maximum limit reached');
    expect(status).toHaveTextContent('Added To Cart');
  });

  test('toasts with the same message are new elements, because a live region announces what is added', async () => {
    await renderAt(paths.privacy);
    const status = await place();
    act(() => showToast(added));
    const first = status.querySelector('.toast-line');
    act(() => showToast(added));
    expect(first).not.toBeInTheDocument();
    expect(status).toHaveTextContent('Added To Cart');
  });

  test('a toast that comes in the moment in which an equal one hides is shown for its own 3 seconds', async () => {
    await renderAt(paths.privacy);
    const status = await place();
    vi.useFakeTimers();
    act(() => showToast(added));
    act(() => vi.advanceTimersByTime(2990));
    act(() => {
      showToast(added);
      // Before the toast is rendered.
      vi.advanceTimersByTime(20);
    });
    expect(status).toHaveTextContent('Added To Cart');
    act(() => vi.advanceTimersByTime(2900));
    expect(status).toHaveTextContent('Added To Cart');
    act(() => vi.advanceTimersByTime(200));
    expect(status).not.toHaveTextContent('Added To Cart');
  });

  test('toasts stay while the pointer is over them', async () => {
    await renderAt(paths.privacy);
    const status = await place();
    vi.useFakeTimers();
    act(() => showToast(added));
    fireEvent.mouseEnter(status);
    act(() => vi.advanceTimersByTime(10_000));
    expect(status).toHaveTextContent('Added To Cart');
    fireEvent.mouseLeave(status);
    act(() => vi.advanceTimersByTime(3100));
    expect(status).not.toHaveTextContent('Added To Cart');
  });
});

test('each new page asks for the current products, and Back shows those that were there', async () => {
  const { user, address, goBack } = await renderAt(paths.privacy);
  const asked = () => calls.filter((call) => call === 'GET /client/products').length;
  const before = asked();
  await user.click(screen.getAllByRole('link', { name: 'About us' })[0] ?? document.body);
  await waitFor(() => expect(asked()).toBe(before + 1));
  await goBack();
  await waitFor(() => expect(address()).toBe(paths.privacy));
  await allRequestsSettled();
  expect(asked()).toBe(before + 1);
});

test('the skip link is the first tab stop, and moves the focus to the content without an entry in the history', async () => {
  const { user } = await renderAt(paths.privacy);
  const entries = window.history.length;
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to the content' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Skip to the content' })).toHaveAttribute('href', '#content');
  expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(window.history.length).toBe(entries);
  expect(window.location.hash).toBe('');
});
