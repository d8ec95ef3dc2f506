// Four check values of the signature (S-04): secret `test-secret`, nonce 1700000000.
export const VECTORS = [
  ["/bot-futures/all", "exchange=CRYPTORG_FUTURES", "c2e20caee4bd33ba58286eca541cb2df5c343c1fc376340bbd31b634fb6f9130"],
  ["/bot-futures/access-list", "", "711c7cfdeccf457b527903a8a19e84116d73b8e1d7f14d65228c41dface4a705"],
  [
    "/bot-futures/renew-tp-percentage",
    "dealId=7&immediately=1&newPercentOfTp=1.5",
    "1fc43de8955d9846a7cf059b531ca76f1d81a6c348cf540090c790ba6e4afc05",
  ],
  [
    "/bot-futures/create",
    "accessId=1&title=My+bot+%2A&pairTitle=USDT-BTC",
    "d939281a17aa60a09914aeeba6c1e6d7a464b92215b4b20266f9535e2a89a2b6",
  ],
] as const;
