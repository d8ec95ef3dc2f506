<?php
/*
 * An outside program for the futures bot service, in the manner of the
 * vendor's PHP client.
 *
 *     php client.php BASE_URL KEY SECRET
 *
 * Written from the interface description alone: every parameter of every
 * operation in the query through http_build_query (booleans 1 and 0), a
 * trailing "?" when there are none, POSTs form-encoded with Content-Length 0.
 * Prints every check; exit code 0 only when all of them hold.
 */

const PREFIX = '/bot-futures/';
const DECIMAL = '/^-?\d+(\.\d+)?$/D';
const DECIMAL_OR_EMPTY = '/^(-?\d+(\.\d+)?)?$/D';
const DIGITS = '/^\d+$/D';
const DIGITS_OR_EMPTY = '/^\d*$/D';
const PAIR = '/^[A-Z0-9]+-[A-Z0-9]+$/D';
const FLAG = '/^[01]$/D';

if ($argc !== 4) {
    fwrite(STDERR, "usage: client.php BASE_URL KEY SECRET\n");
    exit(2);
}
[, $base, $key, $secret] = $argv;
$base = rtrim($base, '/');
$count = 0;
$failed = 0;

function check(string $name, bool $ok, $note = ''): bool
{
    global $count, $failed;
    $count++;
    if (!$ok) {
        $failed++;
    }
    $text = is_string($note) ? $note : json_encode($note);
    echo $ok ? "ok    $name\n" : "FAIL  $name: " . substr((string) $text, 0, 400) . "\n";
    return $ok;
}

class Stop extends Exception
{
}

function send(string $method, string $name, array $params = [], array $with = []): array
{
    global $base, $key, $secret;
    static $curl = null;
    $curl ??= curl_init();
    curl_reset($curl);
    $path = $name[0] === '/' ? $name : PREFIX . $name;
    $query = http_build_query($params);
    $nonce = (string) ($with['nonce'] ?? time());
    $signature = hash_hmac('sha256', base64_encode("$path/$nonce/$query"), $with['secret'] ?? $secret);
    $headers = [
        'CTG-API-SIGNATURE: ' . $signature,
        'CTG-API-KEY: ' . ($with['key'] ?? $key),
        'CTG-API-NONCE: ' . $nonce,
    ];
    $options = [
        CURLOPT_URL => "$base$path?$query",
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 15,
        CURLOPT_CUSTOMREQUEST => $method,
    ];
    if ($method === 'POST') {
        $options[CURLOPT_POST] = true;
        $options[CURLOPT_POSTFIELDS] = '';
    }
    $options[CURLOPT_HTTPHEADER] = $headers;
    curl_setopt_array($curl, $options);
    $body = curl_exec($curl);
    if ($body === false) {
        throw new Exception("$method $name: " . curl_error($curl));
    }
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $body];
}

function data(string $label, array $answer)
{
    [$status, $text] = $answer;
    $value = json_decode($text); // objects stay objects, arrays stay arrays
    $good = $status === 200 && is_object($value) && ($value->isSuccess ?? null) === true
        && ($value->errorMessage ?? null) === '' && property_exists($value, 'data');
    check("$label: envelope", $good, "$status $text");
    if (!$good) {
        throw new Stop($label);
    }
    check("$label: envelope keys", keys($value) === ['data', 'errorMessage', 'isSuccess'], keys($value));
    return $value->data;
}

function quiet(array $answer)
{
    $value = json_decode($answer[1]);
    if ($answer[0] !== 200 || ($value->isSuccess ?? null) !== true) {
        throw new Exception("while polling: $answer[0] $answer[1]");
    }
    return $value->data;
}

function keys(object $value): array
{
    $keys = array_map('strval', array_keys(get_object_vars($value)));
    sort($keys, SORT_STRING);
    return $keys;
}

/** The first complaint about $value, or null. A rule is a type name, a pattern, a closure, or a map of rules. */
function wrong($value, $rule, string $at = ''): ?string
{
    if ($rule instanceof Closure) {
        return $rule($value, $at);
    }
    if (is_array($rule)) {
        if (!is_object($value)) {
            return "$at is not an object: " . json_encode($value);
        }
        $have = keys($value);
        $want = array_keys($rule);
        sort($want, SORT_STRING);
        if ($have !== $want) {
            return "$at keys: missing [" . implode(' ', array_diff($want, $have)) . '], unexpected ['
                . implode(' ', array_diff($have, $want)) . ']';
        }
        foreach ($rule as $name => $inner) {
            $bad = wrong($value->$name, $inner, "$at.$name");
            if ($bad !== null) {
                return $bad;
            }
        }
        return null;
    }
    $ok = match ($rule) {
        'int' => is_int($value),
        'string' => is_string($value),
        'bool' => is_bool($value),
        'null' => $value === null,
        'number or text' => is_int($value) || is_float($value) || (is_string($value) && preg_match(DECIMAL_OR_EMPTY, $value)),
        'null or value' => $value === null || is_scalar($value),
        default => is_string($value) && preg_match($rule, $value) === 1,
    };
    return $ok ? null : "$at should be $rule: " . json_encode($value);
}

function listOf($rule): Closure
{
    return function ($value, string $at) use ($rule) {
        if (!is_array($value)) {
            return "$at is not an array: " . json_encode($value);
        }
        foreach ($value as $i => $item) {
            $bad = wrong($item, $rule, "{$at}[$i]");
            if ($bad !== null) {
                return $bad;
            }
        }
        return null;
    };
}

function mapOf($rule, Closure $agrees): Closure
{
    return function ($value, string $at) use ($rule, $agrees) {
        if (!is_object($value)) {
            return "$at is not an object: " . json_encode($value);
        }
        foreach (get_object_vars($value) as $name => $item) {
            $bad = wrong($item, $rule, "$at.$name");
            if ($bad !== null) {
                return $bad;
            }
            if (!$agrees((string) $name, $item)) {
                return "$at: key $name does not agree with " . json_encode($item);
            }
        }
        return null;
    };
}

function rules(): array
{
    $settings = [
        'margin_mode' => '/^(ISO|CROSS)$/D',
        'type_take_profit' => '/^(LIMIT|STOP-MARKET)$/D',
        'type_first_order' => '/^(LIMIT|MARKET)$/D',
        'percent_take_profit' => DECIMAL,
        'percent_safety_order' => DECIMAL,
        'volume_first_order' => DECIMAL,
        'volume_safety_order' => DECIMAL_OR_EMPTY,
        'count_order_working' => 'string',
        'count_order_max' => DIGITS_OR_EMPTY,
        'martingale' => FLAG,
        'martingale_scale' => DECIMAL_OR_EMPTY,
        'dynamic_step' => FLAG,
        'dynamic_step_scale' => DECIMAL_OR_EMPTY,
        'cycle_limit' => FLAG,
        'cycle_limit_scale' => DIGITS_OR_EMPTY,
        'tb_group_indicator' => '/^(NOTHING|FOMO|DIVER|TRENDS|TRENDS_CROSSING|OSCILLATORS)$/D',
        'tb_indicator' => 'string',
        'tb_interval' => 'string',
        'price_level' => '/^(NOTHING|UPPER|LOWER|BOTH)$/D',
        'price_level_up' => 'number or text',
        'price_level_down' => 'number or text',
    ];
    $updated = ['date' => '/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/D', 'timezone_type' => 'int', 'timezone' => '/^UTC$/D'];
    $listed = [
        'id' => 'int', 'userId' => 'int', 'title' => 'string', 'pairTitle' => PAIR, 'strategy' => '/^(LONG|SHORT)$/D',
        'leverage' => 'int', 'status' => 'string', 'settings' => $settings, 'exchange' => 'string',
    ];
    $detailed = $listed + ['accessId' => 'int', 'updated' => $updated];
    $order = [
        'type' => 'string', 'number' => DIGITS, 'status' => 'string', 'price' => DECIMAL, 'qty' => DECIMAL,
        'qty_filled' => DECIMAL_OR_EMPTY, 'fee' => DECIMAL_OR_EMPTY, 'fee_asset' => 'string',
        'pnl' => DECIMAL_OR_EMPTY, 'time' => '/^\d{13}$/D',
    ];
    $active = [
        'id' => 'int', 'userId' => 'int', 'pairTitle' => PAIR, 'botId' => 'int', 'accessId' => 'int',
        'status' => '/^ACTIVE$/D', 'botSnapshot' => $detailed,
        'position' => [
            'type' => 'string', 'side' => '/^(LONG|SHORT)$/D', 'leverage' => DIGITS,
            'amount' => DECIMAL, 'entryPrice' => DECIMAL, 'markPrice' => DECIMAL, 'liqPrice' => DECIMAL, 'pnl' => DECIMAL,
            'initMargin' => DECIMAL_OR_EMPTY, 'maintMargin' => DECIMAL_OR_EMPTY,
            'posInitMargin' => DECIMAL_OR_EMPTY, 'openOrdInitMargin' => DECIMAL_OR_EMPTY,
        ],
        'tpOrder' => mapOf($order, fn ($name, $item) => $item->number === $name),
        'result' => 'null', 'updated' => $updated, 'exchange' => 'string',
    ];
    $result = [
        'qtySO' => DECIMAL, 'avPriceSO' => DECIMAL, 'qtyTP' => DECIMAL, 'avPriceTP' => DECIMAL,
        'fees' => DECIMAL, 'feesAsset' => 'string', 'profit' => DECIMAL, 'profitAsset' => 'string',
    ];
    $asset = ['asset' => 'string', 'marginAvailable' => 'bool', 'updateTime' => 'int'] + array_fill_keys([
        'walletBalance', 'unrealizedProfit', 'marginBalance', 'maintMargin', 'initialMargin', 'positionInitialMargin',
        'openOrderInitialMargin', 'maxWithdrawAmount', 'crossWalletBalance', 'crossUnPnl', 'availableBalance',
    ], DECIMAL);
    $held = ['positionSide' => '/^(LONG|SHORT)$/D', 'symbol' => 'string', 'ourSymbol' => PAIR, 'marginType' => 'string']
        + array_fill_keys([
            'amount', 'entryPrice', 'markPrice', 'liquidationPrice', 'unRealizedProfit', 'leverage', 'isolatedMargin',
            'positionMargin', 'openOrderMargin',
        ], DECIMAL);
    $account = ['leverage' => 'null or value', 'assets' => listOf($asset), 'positions' => mapOf($held, function ($name, $item) {
        [$quote, $coin] = explode('-', $item->ourSymbol);
        return $name === $item->ourSymbol . ($item->positionSide === 'LONG' ? '_BUY' : '_SELL') && $item->symbol === $coin . $quote;
    })] + array_fill_keys([
        'totalInitialMargin', 'totalMaintMargin', 'totalMarginBalance', 'totalPositionMargin', 'totalOpenOrderMargin',
        'totalUnrealizedProfit', 'totalWalletBalance', 'totalFreeBalance',
    ], DECIMAL);
    return [
        'access' => ['accessId' => 'int', 'title' => 'string', 'exchange' => 'string'],
        'listed' => $listed,
        'detailed' => $detailed,
        'changed' => ['status' => 'int'] + $detailed,
        'active' => $active,
        'completed' => ['status' => '/^COMPLETED$/D', 'result' => $result] + $active,
        'account' => $account,
        'log' => ['message' => 'string', 'datetime' => '/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/D'],
    ];
}

function fits(string $label, $value, $rule): bool
{
    $bad = wrong($value, $rule, 'data');
    return check("$label: shape", $bad === null, (string) $bad);
}

function poll(string $label, Closure $read, float $seconds = 15)
{
    $end = microtime(true) + $seconds;
    while (microtime(true) < $end) {
        $found = $read();
        if ($found) {
            check($label, true);
            return $found;
        }
        usleep(100000);
    }
    check($label, false, "not seen within $seconds s");
    throw new Stop($label);
}

function refused(string $label, array $answer, ?int $wanted = null): void
{
    [$status, $text] = $answer;
    $value = json_decode($text);
    check("$label: refused", !(is_object($value) && ($value->isSuccess ?? null) === true), "$status $text");
    check("$label: no 5xx", $status < 500, (string) $status);
    if ($wanted !== null) {
        check("$label: HTTP $wanted", $status === $wanted, "$status $text");
    }
}

function run(): void
{
    $rules = rules();

    $accesses = data('access list', send('GET', 'access-list'));
    fits('access list', $accesses, listOf($rules['access']));
    check('access list: has one', count($accesses) > 0) || throw new Stop('no access');
    $exchange = $accesses[0]->exchange;
    $scope = ['accessId' => $accesses[0]->accessId, 'exchange' => $exchange];

    $pairs = data('pair list', send('GET', 'pair-list'));
    fits('pair list', $pairs, listOf(PAIR));
    check('pair list: USDT-SOL', in_array('USDT-SOL', $pairs, true), $pairs);

    fits('account information', data('account information', send('POST', 'account-information')), $rules['account']);

    $title = 'Внешний бот *~ ' . microtime(true);
    $created = data('create', send('POST', 'create', $scope + [
        'pairTitle' => 'USDT-SOL', 'title' => $title, 'strategy' => 'SHORT', 'leverage' => 4, 'marginMode' => 'CROSS',
        'typeTakeProfit' => 'STOP-MARKET', 'typeFirstOrder' => 'MARKET', 'percentTakeProfit' => 0.55,
        'percentSafetyOrder' => 1.0, 'volumeFirstOrder' => 20.0, 'volumeSafetyOrder' => 22.5, 'countOrderMax' => 50,
        'martingaleScale' => null, 'dynamicStepScale' => 1.05, 'cycleLimitScale' => null,
    ]));
    fits('create', $created, ['botId' => 'int']);
    $bot = $created->botId;
    $details = fn () => quiet(send('GET', 'detail', ['botId' => $bot]))[0];

    $found = data('details', send('GET', 'detail', ['botId' => $bot]));
    fits('details', $found, listOf($rules['detailed']));
    check('details: one bot', count($found) === 1);
    $seen = $found[0];
    check('details: the bot created', [$seen->id, $seen->title, $seen->pairTitle, $seen->accessId, $seen->strategy, $seen->leverage]
        === [$bot, $title, 'USDT-SOL', $scope['accessId'], 'SHORT', 4], $seen);
    $set = $seen->settings;
    check('details: settings', [$set->margin_mode, $set->type_take_profit, (float) $set->percent_take_profit, (float) $set->volume_safety_order,
        (int) $set->count_order_max, (string) $set->martingale, (string) $set->dynamic_step, (float) $set->dynamic_step_scale]
        === ['CROSS', 'STOP-MARKET', 0.55, 22.5, 50, '0', '1', 1.05], $set);

    $listed = data('list', send('GET', 'all', ['exchange' => $exchange]));
    fits('list', $listed, listOf($rules['listed']));
    check('list: has the bot', in_array($bot, array_map(fn ($one) => $one->id, $listed), true));

    $changed = data('update', send('POST', 'update', [
        'botId' => $bot, 'title' => "$title & more", 'percentTakeProfit' => 2.0, 'martingaleScale' => 2.0, 'countOrderMax' => 1,
    ]));
    fits('update', $changed, $rules['changed']);
    check('update: status 0 while off', $changed->status === 0, $changed);
    check('update: applied', [$changed->title, (float) $changed->settings->percent_take_profit, (string) $changed->settings->martingale,
        (float) $changed->settings->martingale_scale, (int) $changed->settings->count_order_max] === ["$title & more", 2.0, '1', 2.0, 1], $changed);
    check('update: omitted parameters keep their value', [$changed->leverage, $changed->settings->margin_mode,
        (float) $changed->settings->volume_safety_order] === [4, 'CROSS', 22.5], $changed);
    check('update: read back', $details()->settings == $changed->settings, $details());

    fits('turn on', data('turn on', send('POST', 'activate', ['botId' => $bot])), 'string');
    poll('turn on: observed', fn () => $details()->status !== 'DISABLED');
    fits('turn off', data('turn off', send('POST', 'deactivate', ['botId' => $bot])), 'string');
    poll('turn off: observed', fn () => $details()->status === 'DISABLED');

    $mine = fn (string $name) => array_values(array_filter(quiet(send('GET', $name, $scope)), fn ($one) => $one->botId === $bot));
    foreach ($mine('active-deals') as $left) {
        data('complete what turning on opened', send('POST', 'complete-deal', ['dealId' => $left->id]));
    }
    poll('no deal left over', fn () => !$mine('active-deals'));

    fits('start deal', data('start deal', send('POST', 'start-new-deal', ['botId' => $bot])), 'string');
    $deal = poll('start deal: observed', fn () => $mine('active-deals'))[0];
    fits('active deals', data('active deals', send('GET', 'active-deals', $scope)), listOf($rules['active']));
    check('active deals: short', $deal->position->side === 'SHORT', $deal);
    check('active deals: snapshot is the bot', $deal->botSnapshot->settings == $changed->settings, $deal);
    $price = fn () => array_map(fn ($order) => (float) $order->price, array_values(get_object_vars($mine('active-deals')[0]->tpOrder)));
    $entry = (float) $deal->position->entryPrice;
    poll('active deals: take profit 2 % below entry', fn () => ($price()[0] ?? null) && abs($price()[0] / $entry - 0.98) < 0.0005);

    $account = data('account with position', send('POST', 'account-information'));
    fits('account with position', $account, $rules['account']);
    check('account with position: USDT-SOL_SELL', isset($account->positions->{'USDT-SOL_SELL'}), $account->positions);

    fits('change take profit', data('change take profit', send('POST', 'renew-tp-percentage', [
        'dealId' => $deal->id, 'immediately' => true, 'newPercentOfTp' => 3.5,
    ])), 'string');
    poll('change take profit: observed', fn () => array_filter($price(), fn ($one) => abs($one / $entry - 0.965) < 0.0005));
    fits('change take profit later', data('change take profit later', send('POST', 'renew-tp-percentage', [
        'dealId' => $deal->id, 'immediately' => false, 'newPercentOfTp' => 3.0,
    ])), 'string');

    fits('complete deal', data('complete deal', send('POST', 'complete-deal', ['dealId' => $deal->id])), 'string');
    poll('complete deal: in history', fn () => array_filter($mine('deals-history'), fn ($one) => $one->id === $deal->id));
    fits('history', data('history', send('GET', 'deals-history', $scope)), listOf($rules['completed']));
    check('complete deal: not active any more', !$mine('active-deals'));

    data('start second deal', send('POST', 'start-new-deal', ['botId' => $bot]));
    $second = poll('second deal: observed', fn () => $mine('active-deals'))[0];
    fits('cancel deal', data('cancel deal', send('POST', 'cancel-deal', ['dealId' => $second->id])), 'string');
    poll('cancel deal: observed', fn () => !$mine('active-deals'));

    $logs = data('logs', send('GET', 'logs', ['botId' => $bot]));
    fits('logs', $logs, listOf($rules['log']));
    check('logs: several', count($logs) > 1);
    $short = data('logs limit 1', send('GET', 'logs', ['botId' => $bot, 'limit' => 1]));
    fits('logs limit 1', $short, listOf($rules['log']));
    check('logs limit 1: one', count($short) === 1, $short);

    $ask = ['exchange' => $exchange];
    refused('wrong secret', send('GET', 'all', $ask, ['secret' => 'not-the-secret']));
    refused('wrong key', send('GET', 'all', $ask, ['key' => 'not-the-key']));
    refused('stale nonce', send('GET', 'all', $ask, ['nonce' => time() - 86400]));
    refused('missing exchange', send('GET', 'all'));
    refused('missing botId', send('POST', 'activate'));
    refused('missing immediately', send('POST', 'renew-tp-percentage', ['dealId' => $deal->id, 'newPercentOfTp' => 1.5]));
    foreach ([['percentTakeProfit', 100], ['percentSafetyOrder', 0], ['countOrderMax', 51], ['martingaleScale', 2.5], ['dynamicStepScale', 1.0],
        ['strategy', 'long'], ['typeTakeProfit', 'MARKET']] as [$name, $value]) {
        refused("update $name=$value", send('POST', 'update', ['botId' => $bot, $name => $value]));
    }
    check('refused updates changed nothing', $details()->settings == $changed->settings, $details());
    refused('unknown path', send('GET', 'no-such-thing'), 404);
    refused('GET on account information', send('GET', 'account-information'), 405);
    refused('POST on the pair list', send('POST', 'pair-list'), 405);
}

try {
    run();
} catch (Stop $stop) {
    check('run to the end (stopped at ' . $stop->getMessage() . ')', false, 'cannot go on');
} catch (Throwable $error) {
    check('run to the end', false, get_class($error) . ': ' . $error->getMessage());
}
echo $count - $failed, " of $count checks passed\n";
exit($failed ? 1 : 0);
