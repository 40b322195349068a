import styles from "./outbox.css?url";

/** The styles of the outbox, fetched with what needs them: the app's own file stays small. */
export function OutboxStyles() {
  return <link rel="stylesheet" href={styles} precedence="low" />;
}
