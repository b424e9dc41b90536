import { type AddressLimits, AtOnce, Pace } from '../address-limits.ts';

/** Limits of one address: open sockets, and checks of private topics. */
export interface TopicLimits {
  sockets: AtOnce;
  privateJoins: Pace;
}

export const topicLimits = ({ sockets, privateJoins }: AddressLimits): TopicLimits => ({
  sockets: new AtOnce(sockets),
  privateJoins: new Pace(privateJoins),
});
