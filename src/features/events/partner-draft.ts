/** The unsent form of a partner request: kept on this phone per person until it is queued. */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import type { PartnerLevel, PartnerRole } from '@/db/rows/agenda-fields';
import { LEVELS, WANTED_ROLES } from '@/db/search/offers';
import { freshId } from '@/lib/browser/random';
import { fieldsOf, isText, stored } from '@/lib/stored';

export interface PartnerDraft {
  /** Of the request, made once, so that one draft in two tabs is one request. */
  id: string;
  role: PartnerRole;
  level: PartnerLevel;
  /** Empty while they are missing, and where the request is for a date of an event. */
  styleId: string;
  cityId: string;
}

export const blankPartner = (): PartnerDraft => ({
  ...{ id: freshId(), role: 'conduz', level: 'iniciante', styleId: '', cityId: '' },
});

const isRole = (value: unknown): value is PartnerRole => isText(value) && Object.hasOwn(WANTED_ROLES, value);
const isLevel = (value: unknown): value is PartnerLevel => isText(value) && Object.hasOwn(LEVELS, value);

export const keptPartner = (userId: string) =>
  stored<PartnerDraft>(`${PRIVATE_DRAFT_PREFIX}partner_${userId}`, (value) => {
    const { id, role, level, styleId, cityId } = fieldsOf(value);
    if (!isText(id) || !isRole(role) || !isLevel(level) || !isText(styleId) || !isText(cityId)) return null;
    return { id, role, level, styleId, cityId };
  });
