import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { deskPages, type StaffRole, staffRoles } from '#contract/desk/endpoints.ts';
import { type PersonRow, peopleViews, type StaffList } from '#contract/desk/people.ts';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { Fetched, FetchedRows } from '#desk/parts/fetched.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { ViewTabs } from '#desk/parts/view-tabs.tsx';
import { Field, SelectField } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import { SearchForm } from '#shared/ui/search-form.tsx';
import { useEndStaffMutation, usePeopleInfiniteQuery, useSetStaffRoleMutation, useStaffQuery } from './lead-api.ts';
import { Action, Said, useDay, useText } from './parts.tsx';

const Person = ({ person }: { readonly person: PersonRow }) => {
  const { t } = useTranslation('desk-lead');
  const day = useDay();
  const marks = [
    person.role !== 'customer' && t(`people.roles.${person.role}`),
    person.wantsToResell && t('people.applies'),
    !person.isVerified && person.role !== 'guest' && t('people.unverified'),
    person.hasSecondFactor && t('people.twoSteps'),
  ].filter(Boolean);
  return (
    <li>
      <span className="desk-mark">
        <DeskIcon name="people" />
      </span>
      <div>
        <p>
          <Link to={`${deskPages.people}/${person.id}`}>{person.name}</Link>
        </p>
        <p className="quiet">{person.email}</p>
      </div>
      <div className="desk-end">
        <span>{marks.join(', ')}</span>
        <span className="quiet">{person.role === 'guest' ? t('people.ordered', { day: day(person.since) }) : day(person.since)}</span>
      </div>
    </li>
  );
};

type Member = StaffList['items'][number];
type MemberProps = { readonly member: Member; readonly onShow: () => void; readonly onDone: (said: string) => void };

const StaffMember = ({ member, onShow, onDone }: MemberProps) => {
  const { t } = useTranslation(['desk-lead', 'desk']);
  const [setRole] = useSetStaffRoleMutation();
  const [end] = useEndStaffMutation();
  const [isEnding, setIsEnding] = useState(false);
  const { name, email, role } = member;
  const other = staffRoles.find((each) => each !== role) ?? role;
  return (
    <div className="desk-actions">
      {isEnding ? (
        <>
          <span>{t('desk-lead:staff.sure', { name })}</span>
          <Action
            label={t('desk-lead:staff.end')}
            call={() => end({ email }).unwrap()}
            onDone={() => onDone(t('desk-lead:staff.ended', { name }))}
            onShow={onShow}
          />
          <button type="button" className="btn btn-link" onClick={() => setIsEnding(false)}>
            {t('desk-lead:staff.keep')}
          </button>
        </>
      ) : (
        <>
          <Action
            label={t('desk-lead:staff.change', { role: t(`desk:roles.${other}`) })}
            call={() => setRole({ email, role: other, seen: role }).unwrap()}
            onDone={() => onDone(t('desk-lead:staff.changed', { name, role: t(`desk:roles.${other}`) }))}
            onShow={onShow}
          />
          <button type="button" className="btn btn-outline-primary is-danger" onClick={() => setIsEnding(true)}>
            {t('desk-lead:staff.end')}…
          </button>
        </>
      )}
    </div>
  );
};

const AddStaff = ({ onShow, onDone }: Omit<MemberProps, 'member'>) => {
  const { t } = useTranslation(['desk-lead', 'desk']);
  const changing = useChange(onShow);
  const [setRole] = useSetStaffRoleMutation();
  const email = useText('email');
  const [role, setChosenRole] = useState<StaffRole>('support');
  return (
    <section className="desk-panel">
      <h2>{t('desk-lead:staff.add')}</h2>
      <ChangeForm
        changing={changing}
        call={() => setRole({ email: email.value, role, seen: null }).unwrap()}
        onDone={() => {
          onDone(t('desk-lead:staff.changed', { name: email.value, role: t(`desk:roles.${role}`) }));
          email.onChange('');
        }}
        isReady={email.value.trim() !== ''}
        submit={t('desk-lead:staff.add')}
      >
        <Field {...email} type="email" label={t('desk-lead:staff.email')} hint={t('desk-lead:staff.hint')} />
        <SelectField
          id="staff-role"
          name="role"
          label={t('desk-lead:staff.role')}
          value={role}
          error={undefined}
          onChange={(value) => setChosenRole(staffRoles.find((each) => each === value) ?? 'support')}
        >
          {staffRoles.map((each) => (
            <option key={each} value={each}>
              {t(`desk:roles.${each}`)}
            </option>
          ))}
        </SelectField>
        <p className="quiet">{t('desk-lead:staff.rights')}</p>
      </ChangeForm>
    </section>
  );
};

/** Who may use the desk; nobody changes their own role. */
const Staff = () => {
  const { t } = useTranslation(['desk-lead', 'desk']);
  const day = useDay();
  const query = useStaffQuery();
  const [said, setSaid] = useState('');
  const show = () => void query.refetch();
  return (
    <div className="desk-split">
      <div>
        <Said said={said} />
        <Fetched query={query}>
          {({ items }) => (
            <ul className="desk-rows desk-people">
              {items.map((member) => (
                <li key={member.id}>
                  <span className="desk-mark">
                    <DeskIcon name="people" />
                  </span>
                  <div>
                    <p>
                      <strong>{member.name}</strong> {t(`desk:roles.${member.role}`)}
                    </p>
                    <p className="quiet">{member.email}</p>
                    <p className="quiet">
                      {t('desk-lead:staff.since', { day: day(member.addedAt) })}
                      {!member.hasSecondFactor && ` ${t('desk-lead:staff.noSecondFactor')}`}
                    </p>
                  </div>
                  {member.isSelf ? (
                    <span className="quiet">{t('desk-lead:staff.you')}</span>
                  ) : (
                    <StaffMember member={member} onShow={show} onDone={setSaid} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Fetched>
      </div>
      <aside>
        <AddStaff onShow={show} onDone={setSaid} />
      </aside>
    </div>
  );
};

/** Accounts by view and search, guests by their address, and the staff. */
export const PeopleScreen = () => {
  const { t } = useTranslation('desk-lead');
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const view = peopleViews.find((each) => each === params.get('view')) ?? 'customers';
  const q = params.get('q') ?? '';
  const isList = view !== 'staff';
  const query = usePeopleInfiniteQuery({ view: isList ? view : 'customers', q }, { refetchOnMountOrArgChange: true });
  const { said } = (location.state ?? {}) as { readonly said?: string };
  return (
    <>
      <DeskHeading title={t('people.heading')} />
      <Said said={said ?? ''} />
      <ViewTabs
        label={t('people.views.label')}
        views={peopleViews.map((key) => ({
          key,
          title: t(`people.views.${key}`),
          count: key === 'applicants' ? query.data?.pages[0]?.counts.applicants : undefined,
        }))}
        current={view}
      />
      {isList ? (
        <>
          <div className="desk-find">
            <SearchForm
              fieldKey={q}
              action={deskPages.people}
              label={t('people.search')}
              submitLabel={t('people.find')}
              placeholder={t('people.search')}
              defaultValue={q}
              onSearch={(text) => setParams({ view, ...(text !== '' && { q: text }) })}
            />
          </div>
          <FetchedRows query={query} empty={q === '' ? t(`people.empty.${view}`) : t('people.empty.search', { q })}>
            {(rows) => (
              <ul className="desk-rows">
                {rows.map((person) => (
                  <Person key={person.id} person={person} />
                ))}
              </ul>
            )}
          </FetchedRows>
        </>
      ) : (
        <Staff />
      )}
    </>
  );
};
