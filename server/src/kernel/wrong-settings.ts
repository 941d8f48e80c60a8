/**
 * The start ends because of what we were told: settings, or what they lead to. Its message is for
 * whoever wrote them, and names what to change; to start again without a change is no use.
 */
export class WrongSettings extends Error {}
