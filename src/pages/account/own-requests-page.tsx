import { OwnPlace } from './own-place';

export default function OwnRequestsPage() {
  return <OwnPlace here="/meus-pedidos" part="requests" />;
}
