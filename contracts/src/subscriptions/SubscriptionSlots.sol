// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @dev What of a subscription never changes, in two words. First: payer 160, amount 96. Second: start 48, end 48,
/// interval 40, merchant 64, number of registry and token 32.
struct Agreement {
    uint256 first;
    uint256 second;
}

/// @dev What a charge changes, in one word. From the lowest bit: what remains of the cap 96, charged for the period 96,
/// period 32, number 31, cancelled 1.
type Progress is uint256;

using SubscriptionSlots for Agreement global;
using SubscriptionSlots for Progress global;

/// @title A subscription in three words
/// @notice A charge reads all three once and writes the last. Solidity's own structs would be read field by field.
/// @dev 48 bits of seconds hold at most 3.3 billion periods of a day, for which 32 bits suffice. Numbers are bounded by
/// gas: no chain has enough for 2^31 charges in a period.
library SubscriptionSlots {
    uint256 internal constant MAX_AMOUNT = type(uint96).max;
    uint256 internal constant MAX_TIME = type(uint48).max;
    uint256 internal constant MAX_INTERVAL = type(uint40).max;
    uint256 internal constant MAX_MERCHANT = type(uint64).max;
    uint256 private constant AMOUNT_AT = 160;
    uint256 private constant END_AT = 48;
    uint256 private constant INTERVAL_AT = 96;
    uint256 private constant MERCHANT_AT = 136;
    uint256 private constant PAIR_AT = 200;
    uint256 private constant PERIOD_CHARGED_AT = 96;
    uint256 private constant PERIOD_AT = 192;
    uint256 private constant NUMBER_AT = 224;
    uint256 private constant MAX_PERIOD = type(uint32).max;
    uint256 private constant MAX_NUMBER = 2 ** 31 - 1;
    uint256 private constant CANCELLED = 1 << 255;

    /// @dev Who is charged, and at most how much for a period. The amount must fit its width.
    function packPayer(address payer_, uint256 amount_) internal pure returns (uint256 first) {
        return uint160(payer_) | amount_ << AMOUNT_AT;
    }

    /// @dev When, by whom, and in which registry and token. Every value must fit its width.
    function packSchedule(uint256 startAt_, uint256 endAt_, uint256 interval_, uint256 merchantId_, uint256 pair_)
        internal
        pure
        returns (uint256 second)
    {
        second = startAt_ | endAt_ << END_AT | interval_ << INTERVAL_AT | merchantId_ << MERCHANT_AT | pair_ << PAIR_AT;
    }

    /// @dev Who is charged; zero where there is no subscription.
    function payer(Agreement memory agreement) internal pure returns (address) {
        return address(uint160(agreement.first));
    }

    /// @dev The most that is charged for a period, smallest unit.
    function amount(Agreement memory agreement) internal pure returns (uint256) {
        return agreement.first >> AMOUNT_AT;
    }

    /// @dev When period 0 begins, unix seconds.
    function startAt(Agreement memory agreement) internal pure returns (uint256) {
        return agreement.second & MAX_TIME;
    }

    /// @dev From when on nothing is charged, unix seconds; 0: no end.
    function endAt(Agreement memory agreement) internal pure returns (uint256) {
        return agreement.second >> END_AT & MAX_TIME;
    }

    /// @dev Seconds between periods.
    function interval(Agreement memory agreement) internal pure returns (uint256) {
        return agreement.second >> INTERVAL_AT & MAX_INTERVAL;
    }

    /// @dev Registry id of the merchant.
    function merchantId(Agreement memory agreement) internal pure returns (uint256) {
        return agreement.second >> MERCHANT_AT & MAX_MERCHANT;
    }

    /// @dev The number of registry and token.
    function pair(Agreement memory agreement) internal pure returns (uint256) {
        return agreement.second >> PAIR_AT;
    }

    /// @dev What remains of the cap, smallest unit.
    function remaining(Progress progress) internal pure returns (uint256) {
        return Progress.unwrap(progress) & MAX_AMOUNT;
    }

    /// @dev What was charged for the last charge's period, smallest unit.
    function periodCharged(Progress progress) internal pure returns (uint256) {
        return Progress.unwrap(progress) >> PERIOD_CHARGED_AT & MAX_AMOUNT;
    }

    /// @dev The period of the last charge.
    function period(Progress progress) internal pure returns (uint256) {
        return Progress.unwrap(progress) >> PERIOD_AT & MAX_PERIOD;
    }

    /// @dev How often that period was charged.
    function number(Progress progress) internal pure returns (uint256) {
        return Progress.unwrap(progress) >> NUMBER_AT & MAX_NUMBER;
    }

    /// @dev Whether the subscription was ended before its time.
    function isCancelled(Progress progress) internal pure returns (bool) {
        return Progress.unwrap(progress) & CANCELLED != 0;
    }

    /// @dev The same, ended.
    function cancel(Progress progress) internal pure returns (Progress) {
        return Progress.wrap(Progress.unwrap(progress) | CANCELLED);
    }

    /// @dev The progress of a subscription that is not cancelled. Every value must fit its width.
    function packProgress(uint256 remaining_, uint256 periodCharged_, uint256 period_, uint256 number_)
        internal
        pure
        returns (Progress)
    {
        uint256 word =
            remaining_ | periodCharged_ << PERIOD_CHARGED_AT | period_ << PERIOD_AT | number_ << NUMBER_AT;
        return Progress.wrap(word);
    }
}
