import { Button } from '@mantine/core';
import { useState } from 'react';
import { freshId } from '@/lib/browser/random';
import { copyText } from '@/lib/browser/share';
import { phoneText } from '@/lib/phone';
import { showToast } from '@/ui/toast';
import { AdminPage } from '../core/admin-page';
import { Badge } from '../core/cells';
import { choicesOf, dayText } from '../core/labels';
import { emailError } from '../core/numbers';
import { Question } from '../core/question';
import type { RecordField, RecordValues } from '../core/record-fields';
import { RecordForm } from '../core/record-form';
import { RowButton } from '../core/row-button';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';
import { nameError, readEntry } from './invitation-file';
import {
  INVITATION_STATES,
  INVITATIONS,
  type InvitationRow,
  invitationChat,
  invitationLink,
  inviteTeachers,
  revokeInvitation,
} from './invitations';
import { InviteManyDialog } from './invite-many-dialog';
import { usePlaces } from './use-places';

const TONES = {
  invited: 'wait',
  opened: 'wait',
  registered: 'wait',
  approved: 'good',
  revoked: 'plain',
  expired: 'plain',
} as const satisfies Record<InvitationRow['state'], string>;

const COLUMNS: readonly [Column<InvitationRow>, ...Column<InvitationRow>[]] = [
  { title: 'Nome', sort: 'name', cell: ({ name }) => name, csv: ({ name }) => name },
  {
    title: 'Situação',
    cell: ({ state }) => <Badge tone={TONES[state]}>{INVITATION_STATES[state]}</Badge>,
    csv: ({ state }) => INVITATION_STATES[state],
  },
  { title: 'E-mail', cell: ({ email }) => email, csv: ({ email }) => email },
  { title: 'WhatsApp', cell: ({ phone }) => phoneText(phone), csv: ({ phone }) => phone },
  { title: 'Cidade', cell: ({ city_name }) => city_name, csv: ({ city_name }) => city_name },
  {
    title: 'Estilos',
    cell: ({ style_names }) => style_names.join(', '),
    csv: ({ style_names }) => style_names.join(', '),
  },
  {
    title: 'Quem convidou',
    cell: ({ by }) => by?.name ?? 'Conta removida',
    csv: ({ by }) => by?.name,
  },
  {
    title: 'Convidado em',
    sort: 'created_at',
    cell: ({ created_at }) => dayText(created_at),
    csv: ({ created_at }) => dayText(created_at),
  },
  {
    title: 'Vale até',
    cell: ({ token, expires_at }) => (token === null ? null : dayText(expires_at)),
    csv: ({ expires_at }) => dayText(expires_at),
  },
];

type Open = { kind: 'new'; commandId: string } | { kind: 'many' } | { kind: 'revoke'; row: InvitationRow };

async function copyLink(token: string): Promise<void> {
  const url = invitationLink(token);
  await showToast(
    (await copyText(url))
      ? { title: 'Link copiado', description: 'Agora é só colar na conversa.' }
      : { title: 'Não foi possível copiar o link', description: url, variant: 'destructive' },
  );
}

/** Lists whom the team has invited to teach, and what came of it: invite one or many, send the link, revoke it. */
export function InvitationList() {
  const writing = useWriting();
  const places = usePlaces();
  const [open, setOpen] = useState<Open | null>(null);
  const list = useList({
    source: INVITATIONS,
    sorts: [
      { key: '-created_at', label: 'Mais novos' },
      { key: 'name', label: 'Nome' },
    ],
    filters: [{ key: 'state', label: 'Situação', options: choicesOf(INVITATION_STATES) }],
  });
  const choices = (items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => ({ value: id, label: name }));
  const fields: readonly RecordField[] = [
    { key: 'name', label: 'Nome', kind: 'text', maxLength: 100, required: true, check: nameError },
    { key: 'email', label: 'E-mail', kind: 'email', maxLength: 320, check: emailError },
    {
      key: 'phone',
      label: 'WhatsApp',
      kind: 'text',
      maxLength: 20,
      description: 'Com DDD. Preencha o e-mail, o WhatsApp ou os dois.',
      check: (phone) =>
        readEntry({ name: 'Nome', email: '', phone }).entry === null
          ? 'Digite o DDD e o número, como (81) 90000-1234.'
          : null,
    },
    { key: 'city', label: 'Cidade (opcional)', kind: 'city', options: choices(places.cities) },
    { key: 'styles', label: 'Estilos (opcional)', kind: 'many', options: choices(places.styles) },
  ];

  const invite = async (values: RecordValues, commandId: string) => {
    const { entry } = readEntry(
      { name: values.name ?? '', email: values.email ?? '', phone: values.phone ?? '' },
      {
        cityId: values.city || null,
        styleIds: values.styles ? values.styles.split(',') : [],
        problems: [],
      },
    );
    if (entry === null) {
      void showToast({ title: 'Preencha o e-mail ou o WhatsApp', variant: 'destructive', id: 'admin' });
      return false;
    }
    const outcome = await writing.run(() => inviteTeachers(commandId, [entry]), {
      title: ({ others: [other] }) =>
        other ? `${entry.name} ${other.why}` : `Convite de ${entry.name} criado`,
    });
    if (outcome) {
      setOpen(null);
      list.query.reload();
    }
    return outcome !== null;
  };

  const revoke = async ({ id, name }: InvitationRow) => {
    if (await writing.run(() => revokeInvitation(id), { title: `Convite de ${name} revogado` })) {
      setOpen(null);
      list.query.reload();
    }
  };

  return (
    <AdminPage
      title="Convites"
      lead="Quem foi convidado a ensinar. Cada pessoa tem um link próprio, que vale 30 dias e uma vez só."
      actions={
        <>
          <WriteButton writing={writing} onClick={() => setOpen({ kind: 'new', commandId: freshId() })}>
            Convidar professor
          </WriteButton>
          <Button variant="outline" onClick={() => setOpen({ kind: 'many' })}>
            Convidar por CSV
          </Button>
        </>
      }
    >
      <AdminTable
        list={list}
        label="Lista de convites"
        noun={['convite', 'convites']}
        columns={COLUMNS}
        nameOf={({ name }) => name}
        searchLabel="Nome ou e-mail"
        fileName="convites"
        empty={{ title: 'Ninguém foi convidado ainda', text: 'Convide um professor, ou muitos por CSV.' }}
        actions={(row) => (
          <InvitationActions row={row} writing={writing} onRevoke={() => setOpen({ kind: 'revoke', row })} />
        )}
      />
      {open?.kind === 'new' ? (
        <RecordForm
          title="Convidar professor"
          fields={fields}
          initial={{}}
          writing={writing}
          onSave={(values) => invite(values, open.commandId)}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === 'many' ? (
        <InviteManyDialog places={places} onClose={() => setOpen(null)} onDone={list.query.reload} />
      ) : null}
      {open?.kind === 'revoke' ? (
        <Question
          title={`Revogar o convite de ${open.row.name}?`}
          action="Revogar"
          writing={writing}
          onConfirm={() => void revoke(open.row)}
          onClose={() => setOpen(null)}
        >
          <p>O link deixa de funcionar. Você pode convidar de novo, com outro link.</p>
        </Question>
      ) : null}
    </AdminPage>
  );
}

function InvitationActions({
  row,
  writing,
  onRevoke,
}: {
  row: InvitationRow;
  writing: ReturnType<typeof useWriting>;
  onRevoke(): void;
}) {
  const { name, token } = row;
  if (token === null) return null;
  const chat = invitationChat(row, token);
  return (
    <>
      <button type="button" aria-label={`Copiar link: ${name}`} onClick={() => void copyLink(token)}>
        Copiar link
      </button>
      {chat ? (
        <a href={chat} target="_blank" rel="noopener noreferrer" aria-label={`Avisar pelo WhatsApp: ${name}`}>
          Avisar pelo WhatsApp
        </a>
      ) : null}
      <RowButton writing={writing} label={`Revogar: ${name}`} onClick={onRevoke}>
        Revogar
      </RowButton>
    </>
  );
}
