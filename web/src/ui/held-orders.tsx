import { Alert, Button } from '@mantine/core';
import { formatTimestamp } from '#src/lib/format.ts';
import { closeOrder, type Order, useHeldOrders } from '#src/lib/orders.ts';
import { orderWords, unknownText } from '#src/lib/send-order.ts';
import { operatorName } from '#src/lib/session.ts';

/** Money about the same of which nobody has seen what became: until then nothing else is sent. */
export function HeldOrders({ about }: { about: string[] }) {
  return useHeldOrders(about).map((order) => <HeldOrder key={order.key} order={order} />);
}

function HeldOrder({ order }: { order: Order }) {
  const forget = () => closeOrder(operatorName() ?? '', order.key);
  return (
    <Alert
      role="status"
      title={order.isUnknown ? unknownText : 'This is being sent from another tab'}
      vars={() => ({
        root: { '--alert-bg': 'var(--caution-soft)', '--alert-color': 'var(--caution)' },
      })}
    >
      <p>
        {orderWords(order)}, sent {formatTimestamp(new Date(order.sentAt))}.
      </p>
      {order.isUnaskable ? (
        <>
          <p>The platform cannot say. Look into the statement before you send it again.</p>
          <Button size="compact-sm" variant="default" onClick={forget}>
            I have looked
          </Button>
        </>
      ) : (
        <p>Asking the platform. Nothing can be sent again until it has answered.</p>
      )}
    </Alert>
  );
}
