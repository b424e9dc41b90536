import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedField } from '@/db/rows/profile-fields';
import { hasWhatsapp, instagramLink } from '@/lib/phone';
import { grouped } from '@/lib/portuguese';
import { shareImageOf } from '@/lib/share-picture';
import { siteAddress } from '@/lib/site';
import { ChevronLeftIcon } from '@/ui/icons';
import { JsonLd } from '@/ui/json-ld';
import { DataLink } from '@/ui/link';
import { InstagramIcon } from '@/ui/more-icons';
import { Notice } from '@/ui/notice';
import { PageHead } from '@/ui/page-head';
import { ShareButton } from '@/ui/share-button';
import { Rating } from '../cards/rating';
import { StyleTags } from '../cards/style-tags';
import { teacherPath } from '../cards/teacher-path';
import type { Teacher } from '../schema';
import { lastSearch } from '../search/last-search';
import { CheckedSection } from './checked-section';
import { ContactDock } from './contact-dock';
import { ContactFacts } from './contact-facts';
import { contactWithoutWhatsapp, type Sought } from './contact-text';
import { LessonOffers } from './lesson-offers';
import { ProfileCover } from './profile-cover';
import { RatingSummary } from './rating-summary';
import { ResponseFacts } from './response-facts';
import { aboutOf, teacherData, titleOf } from './teacher-about';
import { TeacherAvailability } from './teacher-availability';
import { type ReportOf, TeacherGallery } from './teacher-gallery';
import classes from './teacher-profile.module.css';

interface TeacherProfileProps {
  teacher: Teacher;
  /** Built from the card while the full row is loading: contact and full texts follow. */
  isPartial: boolean;
  /** The profile stays partial: the full row could not be loaded. */
  failed?: boolean;
  /** It could not be loaded because there is no network. */
  isAway?: boolean;
  /** A student's sentence, rendered below the stars. */
  quote?: ReactNode;
  /** Evaluations, rendered after the teacher's own texts. */
  evaluations: ReactNode;
  /** Shown inside another page, which keeps its title, heading and URL. */
  isPreview?: boolean;
  /** False where nobody can ask for lessons yet. */
  isAskable?: boolean;
  /** Rendered beside the back link. */
  top?: ReactNode;
  /** The wishes of the person on this phone, for the first message. */
  sought?: ((styles: readonly string[]) => Sought) | null;
  /** Below a photo or video. */
  reportOf?: ReportOf | null;
  /** Below everything else. */
  end?: ReactNode;
}

/** The public profile of a teacher. No price: teacher and student agree on it. */
export function TeacherProfile({
  teacher,
  isPartial,
  failed = false,
  isAway = false,
  quote = null,
  evaluations,
  isPreview = false,
  isAskable = true,
  top,
  sought = null,
  reportOf = null,
  end,
}: TeacherProfileProps) {
  return (
    <article className={classes.profile}>
      {isPreview ? null : (
        <>
          <PageHead
            title={titleOf(teacher)}
            description={aboutOf(teacher)}
            path={teacherPath(teacher)}
            image={shareImageOf(teacher.id, teacher.imageUrl, titleOf(teacher))}
          />
          <JsonLd data={teacherData(teacher)} />
          <div className={classes.top}>
            <DataLink to={lastSearch()} className={classes.back}>
              <ChevronLeftIcon size={18} />
              Voltar <span>à busca</span>
            </DataLink>
            <div className={classes.actions}>
              <ShareButton
                compact
                title={`${teacher.name} · Danceflix`}
                text={`Conheça ${teacher.name}, que dá aulas particulares de dança.`}
                url={siteAddress(teacherPath(teacher))}
              />
              {top}
            </div>
          </div>
        </>
      )}
      <ProfileCover teacher={teacher} isPartial={isPartial} isPreview={isPreview} quote={quote} />
      <div className={classes.body}>
        <div className={classes.main}>
          <section className={classes.section} aria-label="Avaliações">
            {failed ? <CardStatistics teacher={teacher} isAway={isAway} /> : <RatingSummary {...teacher} />}
          </section>
          <section className={classes.section}>
            <h2>Estilos e modalidades</h2>
            <StyleTags styles={teacher.styles} isGroup={false} size="large" />
            {isPartial ? null : <p>{modalitiesOf(teacher)}</p>}
            {teacher.lessonsGiven ? <p>{lessonsGivenText(teacher.lessonsGiven)}</p> : null}
          </section>
          {failed ? <RestFailed isAway={isAway} /> : null}
          {isPartial && !failed ? <div className={classes.rest} aria-busy="true" /> : null}
          {isPartial ? null : <Words teacher={teacher} />}
          {isPartial ? null : <CheckedSection checks={teacher.checks} />}
          {isPartial || teacher.photos.length + teacher.videos.length === 0 ? null : (
            <section className={classes.section}>
              <h2>Veja como danço</h2>
              <TeacherGallery teacher={teacher} reportOf={isPreview ? null : reportOf} />
            </section>
          )}
          {isPartial ? null : <LessonOffers {...teacher} />}
          {isPartial || teacher.availability.length === 0 ? null : (
            <section className={classes.section}>
              <h2>Quando dá aulas</h2>
              <TeacherAvailability slots={teacher.availability} />
            </section>
          )}
          {isPartial ? null : evaluations}
        </div>
        {isPartial || !isAskable ? null : <Contact teacher={teacher} sought={sought} />}
      </div>
      {isPartial || !end ? null : <div className={classes.end}>{end}</div>}
    </article>
  );
}

/** Shown when the distribution of the stars is unknown: the card has only average and number. */
function CardStatistics({ teacher, isAway }: { teacher: Teacher; isAway: boolean }) {
  return (
    <>
      <Rating average={teacher.ratingAverage} count={teacher.ratingCount} />
      {isAway ? null : <p role="alert">Erro ao buscar estatísticas</p>}
    </>
  );
}

function RestFailed({ isAway }: { isAway: boolean }) {
  if (isAway) {
    return (
      <Notice
        title="O resto deste perfil ainda não está neste aparelho"
        text="Aqui está o que já chegou. O contato e os textos aparecem quando houver internet."
        action={<Button onClick={() => location.reload()}>Tentar Novamente</Button>}
      />
    );
  }
  return (
    <Notice
      title="Não foi possível carregar o resto deste perfil"
      text="Confira sua conexão e tente de novo em instantes."
      action={<Button onClick={() => location.reload()}>Atualizar</Button>}
    />
  );
}

/** Headings of the public texts, in this order; null: the text is shown elsewhere. */
const HEADINGS = {
  bio: 'Sobre',
  experience: 'Experiência',
  story: 'Minha história na dança',
  music: 'Músicas das aulas',
  neighborhood: null,
  instagram: null,
  modalities: null,
  availability: null,
  lessonPlaces: null,
  levels: null,
  danceRoles: null,
  acceptsCouples: null,
  isAccessible: null,
  videos: null,
  photos: null,
} satisfies Record<ListedField, string | null>;

function Words({ teacher }: { teacher: Teacher }) {
  const profile = instagramLink(teacher.instagram);
  return (
    <>
      {Object.entries(HEADINGS).map(([field, heading]) => {
        const text = teacher[field as ListedField];
        return heading && typeof text === 'string' && text !== '' ? (
          <section key={field} className={classes.section}>
            <h2>{heading}</h2>
            <Paragraphs text={text} />
          </section>
        ) : null;
      })}
      {profile ? (
        <a className={classes.instagram} href={profile.href} target="_blank" rel="noopener">
          <InstagramIcon />
          <span>
            Instagram <b>{profile.handle}</b>
          </span>
        </a>
      ) : null}
    </>
  );
}

function Contact({ teacher, sought }: Pick<TeacherProfileProps, 'teacher' | 'sought'>) {
  const reachable = hasWhatsapp(teacher.whatsapp);
  return (
    <aside className={classes.aside} aria-label="Contato">
      <h2>Como funciona o contato</h2>
      <p className={classes.how}>
        {reachable
          ? 'Você combina tudo direto com o professor: chame no WhatsApp, a primeira mensagem já vai escrita.'
          : contactWithoutWhatsapp(instagramLink(teacher.instagram) !== null)}
      </p>
      <ResponseFacts {...teacher} />
      <ContactDock teacher={teacher} sought={sought ?? null} />
      <ContactFacts />
    </aside>
  );
}

/** 'Mais de 1.200 aulas dadas pelo Danceflix' */
const lessonsGivenText = (count: number) => `Mais de ${grouped(count)} aulas dadas pelo Danceflix`;

/** 'Aula particular · Aulas em Grupo'; private lessons are assumed unless the teacher says otherwise. */
function modalitiesOf({ modalities, isGroup }: Teacher): string {
  const alone = modalities.includes('particular') || modalities.length === 0;
  return [alone ? 'Aula particular' : null, isGroup ? 'Aulas em Grupo' : null].filter(Boolean).join(' · ');
}

function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className={classes.prose}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same text always splits alike, and two may be equal.
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
