<?php
/*
 * An outside program that drives whole deals, in PHP without extensions.
 *
 *     php whole_deals.php BASE_URL KEY SECRET HOOK_ACCOUNT HOOK_TOKEN
 *
 * Written from the interface description alone: webhooks in both dialects, the
 * request/response API for everything that is read. Prints every check; exit
 * code 0 only when all of them hold.
 */

if ($argc !== 6) {
    fwrite(STDERR, "usage: whole_deals.php BASE_URL KEY SECRET HOOK_ACCOUNT HOOK_TOKEN\n");
    exit(2);
}
[, $base, $key, $secret, $account, $token] = $argv;
$count = 0;
$failed = 0;

function check(string $name, bool $ok, $note = ''): void
{
    global $count, $failed;
    $count++;
    $failed += $ok ? 0 : 1;
    echo $ok ? "ok    $name\n" : "FAIL  $name: " . substr(json_encode($note), 0, 400) . "\n";
}

function send(string $method, string $target, array $headers, string $body): array
{
    global $base;
    $http = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true, 'timeout' => 15];
    $text = file_get_contents(rtrim($base, '/') . $target, false, stream_context_create(['http' => $http]));
    if ($text === false) {
        throw new Exception("$method $target: no answer");
    }
    preg_match('#^HTTP/\S+ (\d+)#', $http_response_header[0], $found);
    return [(int) $found[1], json_decode($text, true)];
}

/** The vendor's way: everything in the query, form style, the body of a POST empty. */
function rest(string $method, string $name, array $params = [])
{
    global $key, $secret;
    $path = "/bot-futures/$name";
    $query = http_build_query($params);
    $nonce = (string) time();
    $signature = hash_hmac('sha256', base64_encode("$path/$nonce/$query"), $secret);
    $headers = ["CTG-API-KEY: $key", "CTG-API-NONCE: $nonce", "CTG-API-SIGNATURE: $signature"];
    if ($method === 'POST') {
        $headers[] = 'Content-Type: application/x-www-form-urlencoded';
    }
    [$status, $answer] = send($method, "$path?$query", $headers, '');
    if ($status !== 200 || $answer['isSuccess'] !== true) {
        throw new Exception("$name: $status " . json_encode($answer));
    }
    return $answer['data'];
}

/** Accepted: 2xx, and a code of 0 where there is one. */
function hook(array $body, string $suffix = ''): bool
{
    global $account, $token;
    $target = "/crazy/hook/$account:$token$suffix";
    [$status, $answer] = send('POST', $target, ['Content-Type: application/json'], json_encode($body));
    return $status >= 200 && $status < 300 && (string) ($answer['code'] ?? 0) === '0';
}

function poll(string $name, callable $read)
{
    for ($end = microtime(true) + 20; ; usleep(50_000)) {
        $found = $read();
        if ($found || microtime(true) > $end) {
            check($name, (bool) $found, 'never seen');
            return $found;
        }
    }
}

function active(int $bot): array
{
    global $scope;
    return array_values(array_filter(rest('GET', 'active-deals', $scope), fn ($deal) => $deal['botId'] === $bot));
}

function ended(int $id): ?array
{
    global $scope;
    foreach (rest('GET', 'deals-history', $scope) as $deal) {
        if ($deal['id'] === $id) {
            return $deal;
        }
    }
    return null;
}

/** Eight places, as integers: exact, without an extension for decimals. */
function units(string $decimal): int
{
    [$whole, $places] = explode('.', ltrim($decimal, '-') . '.', 2);
    $units = (int) ($whole . str_pad(substr(rtrim($places, '.'), 0, 8), 8, '0'));
    return $decimal[0] === '-' ? -$units : $units;
}

function wallet(): int
{
    foreach (rest('POST', 'account-information')['assets'] as $asset) {
        if ($asset['asset'] === 'USDT') {
            return units($asset['walletBalance']);
        }
    }
    throw new Exception('no USDT in the account');
}

function amount(array $deal): float
{
    return (float) $deal['position']['amount'];
}

function takeProfit(array $deal): float
{
    return (float) (array_values($deal['tpOrder'])[0]['price'] ?? 0);
}

function near(float $value, float $wanted): bool
{
    return abs($value / $wanted - 1) < 0.0005;
}

function wholeDeal(int $bot, string $dialect): void
{
    $who = ['botId' => $bot, 'strategy' => 'long', 'pairs' => ['BTCUSDT']];
    $tell = fn (string $action, array $body, string $suffix) => $dialect === 'flat'
        ? hook($who + $body, $suffix)
        : hook(['action' => $action, 'params' => $who + $body]);
    $before = wallet();
    check("$dialect: open", $tell('open', [
        'open' => ['orderVolume' => '64', 'leverage' => 8, 'marginType' => 'isolated', 'orderType' => 'Market', 'cycles' => 1],
        'dca' => ['enabled' => true, 'max' => 3, 'active' => 1, 'volume' => '32', 'percent' => '1'],
        'close' => ['enabled' => true, 'event' => 'percentage', 'value' => '2'],
        'stop' => ['enabled' => false],
    ], ''));
    $deal = poll("$dialect: a deal is seen", fn () => active($bot)[0] ?? null);
    $entry = (float) $deal['position']['entryPrice'];
    check("$dialect: isolated at 8x", [$deal['position']['type'], $deal['position']['leverage']] === ['isolated', '8'], $deal['position']);
    check("$dialect: take profit 2 % above", near(takeProfit($deal), $entry * 1.02), $deal['tpOrder']);
    check("$dialect: update", $tell('update', ['close' => ['enabled' => true, 'event' => 'pnl', 'value' => '3.2']], ''));
    poll("$dialect: a profit of 3.2 is what it waits for", fn () => near(takeProfit(active($bot)[0]), $entry * 1.05));
    check("$dialect: average", $tell('average', ['amount' => '64'], '/topup-deal'));
    $more = poll("$dialect: it is averaged", fn () => ($found = active($bot)[0] ?? null) && amount($found) > amount($deal) ? $found : null);
    check("$dialect: twice as large", near(amount($more), 2 * amount($deal)), $more['position']);
    check("$dialect: close", $tell('close', ['closePosition' => true], '/close-deal'));
    $done = poll("$dialect: it is in history", fn () => ended($deal['id']));
    check("$dialect: completed, whole", $done['status'] === 'COMPLETED' && near((float) $done['result']['qtyTP'], amount($more)), $done['result']);
    check("$dialect: the wallet changed by the profit", wallet() - $before === units($done['result']['profit']), $done['result']);
}

function byTheApi(int $bot): void
{
    rest('POST', 'start-new-deal', ['botId' => $bot]);
    $deal = poll('api: a deal is seen', fn () => active($bot)[0] ?? null);
    rest('POST', 'renew-tp-percentage', ['dealId' => $deal['id'], 'immediately' => true, 'newPercentOfTp' => 4.5]);
    $wanted = (float) $deal['position']['entryPrice'] * 1.045;
    poll('api: take profit is changed', fn () => near(takeProfit(active($bot)[0]), $wanted));
    rest('POST', 'complete-deal', ['dealId' => $deal['id']]);
    poll('api: completed', fn () => ended($deal['id']));
    rest('POST', 'start-new-deal', ['botId' => $bot]);
    $second = poll('api: a second deal is seen', fn () => active($bot)[0] ?? null);
    rest('POST', 'cancel-deal', ['dealId' => $second['id']]);
    poll('api: cancelled', fn () => active($bot) === []);
    check('api: its position stays', isset(rest('POST', 'account-information')['positions']['USDT-BTC_BUY']));
}

try {
    $access = rest('GET', 'access-list')[0];
    $scope = ['accessId' => $access['accessId'], 'exchange' => $access['exchange']];
    $bot = rest('POST', 'create', $scope + [
        'title' => 'made in PHP', 'pairTitle' => 'USDT-BTC', 'strategy' => 'LONG', 'leverage' => 5, 'marginMode' => 'CROSS',
        'typeTakeProfit' => 'LIMIT', 'typeFirstOrder' => 'MARKET', 'percentTakeProfit' => 2, 'percentSafetyOrder' => 1.0,
        'volumeFirstOrder' => 64, 'volumeSafetyOrder' => null,
    ])['botId'];
    wholeDeal($bot, 'flat');
    wholeDeal($bot, 'envelope');
    byTheApi($bot);
    $body = ['botId' => $bot, 'open' => ['leverage' => 3]];
    check('refused: no orderVolume', !hook($body));
    check('refused: buy for long', !hook(['strategy' => 'buy', 'open' => ['orderVolume' => '64']] + $body));
} catch (Throwable $error) {
    check('run to the end', false, $error->getMessage());
}
echo $count - $failed, " of $count checks passed\n";
exit($failed === 0 ? 0 : 1);
