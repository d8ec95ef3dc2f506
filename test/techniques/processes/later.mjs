// Loaded into the real command before it starts: it begins three minutes later, when every command has had its time (rule 9).
const { now } = Date;
Date.now = () => now.call(Date) + 180_000;
