import { type AddressLimits, AtOnce, Pace } from '../address-limits.ts';

/** What one address may have open, and how often it may ask about private topics. */
export interface TopicLimits {
  sockets: AtOnce;
  privateJoins: Pace;
}

export const topicLimits = ({ sockets, privateJoins }: AddressLimits): TopicLimits => ({
  sockets: new AtOnce(sockets),
  privateJoins: new Pace(privateJoins),
});
