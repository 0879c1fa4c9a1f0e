import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { type PeoplePage, type PersonRow, peopleViews, type StaffList } from '#contract/desk/people.ts';
import { type StaffRole, staffRoles } from '#contract/desk/staff.ts';
import { callTo, type List, useList, useRead } from '#desk/desk-api.ts';
import { ChangeButton, ChangeForm, useChange } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched, FetchedList, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Mark, Panel, Row, Rows } from '#desk/parts/row.tsx';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { Field, SelectField } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import { SearchForm } from '#shared/ui/search-form.tsx';
import { useDay, useText } from './parts.ts';

const People = (list: { readonly query: List<PeoplePage>; readonly empty: string }) => {
  const { t } = useTranslation('desk-lead');
  const day = useDay();
  const marksOf = ({ role, wantsToResell, isVerified, hasSecondFactor }: PersonRow) =>
    [
      role !== 'customer' && t(`people.roles.${role}`),
      wantsToResell && t('people.applies'),
      !isVerified && role !== 'guest' && t('people.unverified'),
      hasSecondFactor && t('people.twoSteps'),
    ].filter(Boolean);
  return (
    <FetchedList {...list}>
      {(person) => (
        <Row
          key={person.id}
          mark={<Mark name="people" />}
          title={<Link to={deskPageOf('people', person.id)}>{person.name}</Link>}
          end={
            <>
              <span>{marksOf(person).join(', ')}</span>
              <span className="quiet">{person.role === 'guest' ? t('people.ordered', { day: day(person.since) }) : day(person.since)}</span>
            </>
          }
        >
          <p className="quiet">{person.email}</p>
        </Row>
      )}
    </FetchedList>
  );
};

const StaffMember = ({ name, email, role }: StaffList['items'][number]) => {
  const { t } = useTranslation(['desk-lead', 'desk']);
  const changing = useChange();
  const other = staffRoles.find((each) => each !== role) ?? role;
  const otherName = t(`desk:roles.${other}`);
  const end = () => changing.change(callTo(deskEndpoints.endStaff, { email }), { successMessage: t('desk-lead:staff.ended', { name }) });
  return (
    <div className="desk-actions">
      {changing.note}
      <ChangeButton
        changing={changing}
        call={callTo(deskEndpoints.setStaffRole, { email, role: other, seen: role })}
        successMessage={t('desk-lead:staff.changed', { name, role: otherName })}
      >
        {t('desk-lead:staff.change', { role: otherName })}
      </ChangeButton>
      <ConfirmButton label={t('desk-lead:staff.end')} text={t('desk-lead:staff.sure', { name })} onConfirm={() => void end()} />
    </div>
  );
};

const AddStaff = () => {
  const { t } = useTranslation(['desk-lead', 'desk']);
  const email = useText('email');
  const [role, setRole] = useState<StaffRole>('support');
  return (
    <Panel title={t('desk-lead:staff.add')}>
      <ChangeForm
        call={callTo(deskEndpoints.setStaffRole, { email: email.value, role, seen: null })}
        submit={t('desk-lead:staff.add')}
        successMessage={t('desk-lead:staff.changed', { name: email.value, role: t(`desk:roles.${role}`) })}
        onDone={() => email.onChange('')}
        isReady={email.value.trim() !== ''}
      >
        <Field {...email} type="email" label={t('desk-lead:staff.email')} hint={t('desk-lead:staff.hint')} />
        <SelectField
          id="staff-role"
          name="role"
          label={t('desk-lead:staff.role')}
          value={role}
          error={undefined}
          onChange={(value) => setRole(staffRoles.find((each) => each === value) ?? 'support')}
        >
          {staffRoles.map((each) => (
            <option key={each} value={each}>
              {t(`desk:roles.${each}`)}
            </option>
          ))}
        </SelectField>
        <p className="quiet">{t('desk-lead:staff.rights')}</p>
      </ChangeForm>
    </Panel>
  );
};

/** Who may use the desk; nobody changes their own role. */
const Staff = () => {
  const { t } = useTranslation(['desk-lead', 'desk']);
  const day = useDay();
  return (
    <Fetched query={useRead(deskEndpoints.staff, {})}>
      {({ items }) => (
        <div className="desk-split">
          <Rows items={items} className="desk-people">
            {(member) => (
              <Row
                key={member.id}
                mark={<Mark name="people" />}
                title={
                  <>
                    <strong>{member.name}</strong> {t(`desk:roles.${member.role}`)}
                  </>
                }
                end={member.isSelf ? <span className="quiet">{t('desk-lead:staff.you')}</span> : <StaffMember {...member} />}
              >
                <p className="quiet">{member.email}</p>
                <p className="quiet">
                  {t('desk-lead:staff.since', { day: day(member.addedAt) })}
                  {!member.hasSecondFactor && ` ${t('desk-lead:staff.noSecondFactor')}`}
                </p>
              </Row>
            )}
          </Rows>
          <aside>
            <AddStaff />
          </aside>
        </div>
      )}
    </Fetched>
  );
};

const tabs = [...peopleViews, 'staff'] as const;

/** Accounts by view and search, guests by their address, and the staff. */
export const PeopleScreen = () => {
  const { t } = useTranslation('desk-lead');
  const [params, setParams] = useSearchParams();
  const view = useView(tabs);
  const q = params.get('q') ?? '';
  const listed = view === 'staff' ? 'customers' : view;
  const query = useList(deskEndpoints.people, { view: listed, q }, { refetchOnMountOrArgChange: true });
  return (
    <>
      <DeskHeading title={t('people.heading')} />
      <ViewTabs
        label={t('people.views.label')}
        views={tabs}
        titleOf={(key) => t(`people.views.${key}`)}
        counts={query.data?.pages[0]?.counts}
        current={view}
      />
      {view === 'staff' ? (
        <Staff />
      ) : (
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
          <People query={query} empty={q === '' ? t(`people.empty.${listed}`) : t('people.empty.search', { q })} />
        </>
      )}
    </>
  );
};
