import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { notFoundRoute, routeAt } from '#app/routes.ts';
import { refundDays } from '#contract/terms.ts';
import { aboutLinks, claims } from '#screens/about/about-screen.tsx';
import { paths } from '#shared/paths.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { readTranslations, translationAt, translationKeys } from '#tests/support/translations.ts';

const texts = readTranslations().about ?? {};
const section = (name: string) => screen.getByRole('region', { name });
const [evidence, questions] = ['What we claim, and how we know', 'What people ask'];

describe('the About page', () => {
  test('the About page shows how products are chosen, where they are made and of which materials', async () => {
    await renderAt(paths.about);
    for (const name of ['How we choose', 'Where things are made', 'What it is made of, and from where'])
      expect(section(name)).toBeVisible();
    expect(within(section('Where things are made')).getAllByRole('row')).toHaveLength(11);
    const materials = within(section('What it is made of, and from where'));
    expect(materials.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Clay',
      'Wood',
      'Lambswool',
      'Linen',
      'Jute',
      'Wax and soap',
    ]);
    expect(materials.getAllByText(/^We cannot tell you yet:/)).toHaveLength(6);
  });

  test('the About page shows each workshop of its table on a map, inside of it', async () => {
    await renderAt(paths.about);
    const workshops = section('Where things are made');
    const map = within(workshops).getByRole('img', { name: 'The workshops on a map of Great Britain' });
    const towns = within(workshops)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent?.split(',')[0]);
    expect([...map.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(towns);
    const [left = 0, top = 0, width = 0, height = 0] = (map.getAttribute('viewBox') ?? '').split(' ').map(Number);
    for (const dot of map.querySelectorAll('circle')) {
      expect(Number(dot.getAttribute('cx'))).toBeGreaterThan(left);
      expect(Number(dot.getAttribute('cx'))).toBeLessThan(left + width);
      expect(Number(dot.getAttribute('cy'))).toBeGreaterThan(top);
      expect(Number(dot.getAttribute('cy'))).toBeLessThan(top + height);
    }
  });

  test('the About page shows pictures, each with an alternative text', async () => {
    await renderAt(paths.about);
    const pictures = [...screen.getByRole('article').querySelectorAll('img')];
    expect(pictures.length).toBeGreaterThan(8);
    for (const picture of pictures) expect(picture.getAttribute('alt')?.length).toBeGreaterThan(10);
  });

  test('the About page shows every claim with its scope and its evidence, marked as a sample', async () => {
    await renderAt(paths.about);
    const rows = within(section(evidence)).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(claims.length);
    for (const row of rows) {
      for (const cell of row.children) expect(cell.textContent?.length).toBeGreaterThan(5);
      expect(within(row).getByText('Sample')).toBeVisible();
    }
    expect(within(section(evidence)).getByText(/^Sample evidence, to be replaced by the seller/)).toBeVisible();
  });

  test('the About page answers questions about delivery, returns, care and reselling', async () => {
    const { user } = await renderAt(paths.about);
    const questionSection = within(section(questions));
    expect(questionSection.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Delivery',
      'Returns',
      'Care',
      'Reselling',
    ]);
    const answer = questionSection.getByText(/within 14 days of receipt/);
    expect(answer).not.toBeVisible();
    await user.click(questionSection.getByText('Can I return something?'));
    expect(answer).toBeVisible();
    expect(answer).toHaveTextContent('Your statutory rights are not affected.');
  });

  test('the About page states the same refund windows as the rest of the shop', async () => {
    await renderAt(paths.about);
    expect(refundDays).toEqual({ damaged: 7, notArrived: 10, changedMind: 14, resellerIssue: 3 });
    const questionSection = section(questions);
    expect(questionSection).toHaveTextContent('within 14 days of receipt, in its original condition');
    expect(questionSection).toHaveTextContent('tell us within 7 days');
    expect(questionSection).toHaveTextContent('within 3 days of delivery');
  });

  test('the About page links only to existing pages and to its own headings', async () => {
    const { container } = await renderAt(paths.about);
    const links = within(screen.getByRole('article')).getAllByRole('link');
    const addresses = links.map((link) => new URL(link.getAttribute('href') ?? '', 'http://shop.test'));
    for (const { pathname } of addresses) expect(routeAt(pathname).route, pathname).not.toBe(notFoundRoute);
    const hashes = addresses.flatMap(({ hash }) => (hash ? [hash] : []));
    expect(hashes).not.toHaveLength(0);
    for (const hash of hashes) expect(container.querySelector(hash)?.tagName, hash).toBe('H2');
  });

  test('the About page has a target for every link in its translations', () => {
    for (const key of translationKeys(texts))
      for (const [, tag = ''] of String(translationAt(texts, key)).matchAll(/<(\w+)>/g))
        expect(aboutLinks[tag], `${key}: ${tag}`).toBeDefined();
  });
});
