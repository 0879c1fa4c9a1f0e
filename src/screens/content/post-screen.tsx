import '#styles/content-screens.scss';
import { createElement, Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { NotFoundMessage } from '#blocks/not-found-message/not-found-message.tsx';
import { PostFacts } from '#blocks/post-card/post-card.tsx';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import type { PostHead, ProseNode } from '#features/journal/post.ts';
import { textOf } from '#features/journal/post-texts.ts';
import { findPost, neighboursOf } from '#features/journal/posts.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { Breadcrumbs } from '#shared/ui/breadcrumbs.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';

const renderNode = (node: ProseNode): ReactNode => {
  if (typeof node === 'string') return node;
  const { tag, href } = node;
  const children = node.children.map(renderNode);
  if (href?.startsWith('/')) return createElement(Link, { to: href }, ...children);
  return createElement(tag, href === undefined ? null : { href }, ...children);
};

/** Renders a post's text as React elements, so that no HTML is injected; links within the shop use the router. */
const Prose = ({ nodes }: { readonly nodes: readonly ProseNode[] }) => createElement(Fragment, null, ...nodes.map(renderNode));

const Neighbours = ({ post }: { readonly post: PostHead }) => {
  const { t } = useTranslation('journal');
  const { older, newer } = neighboursOf(post);
  return (
    <nav className="post-neighbours" aria-label={t('neighbours')}>
      {older && (
        <Link to={paths.post(older.slug)} rel="prev">
          <span className="quiet">{t('older')}</span> {older.title}
        </Link>
      )}
      {newer && (
        <Link to={paths.post(newer.slug)} rel="next">
          <span className="quiet">{t('newer')}</span> {newer.title}
        </Link>
      )}
    </nav>
  );
};

/** The post of `?post=`, or the newest. */
export const PostScreen = () => {
  const { t } = useTranslation(['journal', 'titles']);
  const [query] = useSearchParams();
  const post = findPost(query.get('post'));
  if (!post) return <NotFoundMessage heading={t('unknown.heading')} text={t('unknown.text')} />;
  const { title, summary, category, tags, picture, link } = post;
  return (
    <article className="container-xl post">
      <PageTitle title={title} titleTemplate={t('titles:blogPost')} />
      <Breadcrumbs parents={[{ name: t('titles:blog'), path: paths.blog }]} name={title} />
      <header className="post-head">
        <p className="post-category">
          <Link to={paths.blogCategory(category)}>{t(`categories.${category}`)}</Link>
        </p>
        <h1>{title}</h1>
        <p className="post-lead">{summary}</p>
        <PostFacts post={post} />
      </header>
      <ProductPicture image={picture} sizes="(min-width: 640px) 600px, 94vw" loadOrder="first" />
      <div className="post-text">
        <Prose nodes={textOf(post)} />
      </div>
      <div className="post-end">
        <Link className="btn btn-primary" to={link.to}>
          {link.text}
          <Icon name="forward" />
        </Link>
        <ul className="journal-tags" aria-label={t('tagsHeading')}>
          {tags.map((tag) => (
            <li key={tag}>
              <Link className="chip" to={paths.blogTag(tag)}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
        <Neighbours post={post} />
      </div>
    </article>
  );
};
