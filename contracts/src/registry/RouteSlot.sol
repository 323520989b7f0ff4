// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "./interfaces/IMerchantRegistry.sol";

/// @notice What a payment reads of a merchant, unpacked.
/// @param payout Account that receives settlements
/// @param feeBps Platform fee in basis points until `nextFeeAt`
/// @param nextFeeBps Platform fee in basis points from `nextFeeAt` on
/// @param nextFeeAt Unix seconds; zero when no raise was announced
/// @param status Where the merchant stands
/// @param settleUntil Unix seconds until which a suspended merchant is still paid
struct MerchantRoute {
    address payout;
    uint16 feeBps;
    uint16 nextFeeBps;
    uint48 nextFeeAt;
    IMerchantRegistry.Status status;
    uint48 settleUntil;
}

/// @title A merchant's route in one storage slot
/// @notice From the lowest bit: payout 160, fee 12, next fee 12, status 4, next fee's time 34, end of settling 34.
/// @dev 12 bits hold 4,095 basis points, which is above every fee that can be set; 34 bits of seconds last until 2514.
/// Solidity's own packing has no such widths and would need two slots, so that each payment would read both.
library RouteSlot {
    uint256 private constant FEE_AT = 160;
    uint256 private constant NEXT_FEE_AT = 172;
    uint256 private constant STATUS_AT = 184;
    uint256 private constant NEXT_FEE_TIME_AT = 188;
    uint256 private constant SETTLE_UNTIL_AT = 222;
    uint256 private constant FEE_MASK = (1 << 12) - 1;
    uint256 private constant STATUS_MASK = (1 << 4) - 1;
    uint256 private constant TIME_MASK = (1 << 34) - 1;

    /// @dev The slot's content. Every value must fit its width, which the registry's limits ensure.
    function pack(MerchantRoute memory route) internal pure returns (uint256 slot) {
        slot = uint160(route.payout);
        slot |= uint256(route.feeBps) << FEE_AT;
        slot |= uint256(route.nextFeeBps) << NEXT_FEE_AT;
        slot |= uint256(route.status) << STATUS_AT;
        slot |= uint256(route.nextFeeAt) << NEXT_FEE_TIME_AT;
        slot |= uint256(route.settleUntil) << SETTLE_UNTIL_AT;
    }

    /// @dev What `pack` was given.
    function unpack(uint256 slot) internal pure returns (MerchantRoute memory route) {
        route.payout = payout(slot);
        route.feeBps = uint16(slot >> FEE_AT & FEE_MASK);
        route.nextFeeBps = uint16(slot >> NEXT_FEE_AT & FEE_MASK);
        route.status = IMerchantRegistry.Status(slot >> STATUS_AT & STATUS_MASK);
        route.nextFeeAt = uint48(slot >> NEXT_FEE_TIME_AT & TIME_MASK);
        route.settleUntil = uint48(slot >> SETTLE_UNTIL_AT & TIME_MASK);
    }

    /// @dev Account that receives settlements.
    function payout(uint256 slot) internal pure returns (address) {
        return address(uint160(slot));
    }

    /// @dev Whether payments settle at a time, unix seconds.
    function settlesAt(uint256 slot, uint256 time) internal pure returns (bool) {
        uint256 status = slot >> STATUS_AT & STATUS_MASK;
        if (status == uint256(IMerchantRegistry.Status.Active)) return true;
        return status == uint256(IMerchantRegistry.Status.Suspended) && time < slot >> SETTLE_UNTIL_AT & TIME_MASK;
    }

    /// @dev Whether a raise of the fee is announced and still ahead at a time, unix seconds.
    function raiseIsAheadAt(uint256 slot, uint256 time) internal pure returns (bool) {
        return time < slot >> NEXT_FEE_TIME_AT & TIME_MASK;
    }

    /// @dev Platform fee at a time, unix seconds; in basis points.
    function feeBpsAt(uint256 slot, uint256 time) internal pure returns (uint256) {
        bool isRaised = slot >> NEXT_FEE_TIME_AT & TIME_MASK != 0 && !raiseIsAheadAt(slot, time);
        return slot >> (isRaised ? NEXT_FEE_AT : FEE_AT) & FEE_MASK;
    }
}
