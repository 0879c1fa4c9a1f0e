import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { paths } from '#shared/paths.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';

/** The sections that "Sign-in and security" leads to. */
export const securitySections = ['email', 'password', 'secondFactor', 'devices'] as const;

/** What signing in needs, and where the user is signed in: a link to each. */
export const Security = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation('account');
  return (
    <ul className="account-security">
      {securitySections.map((section) => (
        <li key={section}>
          <Link to={paths.accountSection(section)}>
            <strong>{t(`my.sections.${section}`)}</strong>
            <Icon name="forward" />
          </Link>
          <p className="quiet">{section === 'email' ? user.email : t(`security.${section}`)}</p>
        </li>
      ))}
    </ul>
  );
};
