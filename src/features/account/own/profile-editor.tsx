import type { ReactNode } from 'react';
import type { NamesQuery } from '@/reads/use-offered-names';
import type { OwnProfile } from '../schema';
import classes from './own.module.css';
import { PictureField } from './picture-field';
import { ProfileForm } from './profile-form';
import { useLinkedField } from './use-linked-field';

interface ProfileEditorProps {
  profile: OwnProfile;
  cities: NamesQuery;
  styles: NamesQuery;
  /** Draws a person's picture, or the initials when there is none. */
  portrait(person: { id: string; name: string; imageUrl: string | null }): ReactNode;
}

/** Edits the user's profile. The picture is uploaded at once; the other fields are queued in the outbox. */
export function ProfileEditor({ profile, cities, styles, portrait }: ProfileEditorProps) {
  useLinkedField(profile.id, styles.status);
  return (
    <>
      <section className={classes.card} data-part="picture">
        <h2>Foto</h2>
        <PictureField
          imageUrl={profile.imageUrl}
          portrait={(imageUrl) => portrait({ id: profile.id, name: profile.name, imageUrl })}
        />
      </section>
      <section className={classes.card}>
        <h2>Seus dados</h2>
        <ProfileForm key={profile.id} profile={profile} cities={cities} styles={styles} />
      </section>
    </>
  );
}
