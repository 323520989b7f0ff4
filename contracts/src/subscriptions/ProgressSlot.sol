// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @notice What a charge changes of a subscription.
/// @param remaining What is left of the cap, smallest unit, below 2^96
/// @param periodCharged What was charged for `period`, smallest unit, below 2^96
/// @param period The period of the last charge, below 2^32
/// @param number How often `period` was charged, below 2^31: more charges than a chain has gas for
struct Progress {
    uint256 remaining;
    uint256 periodCharged;
    uint256 period;
    uint256 number;
    bool cancelled;
}

/// @title A subscription's progress in one word
library ProgressSlot {
    uint256 private constant LOW_96 = type(uint96).max;
    uint256 private constant MAX_NUMBER = 2 ** 31 - 1;

    /// @dev The fields are inside their widths: whoever writes them has checked that.
    function pack(Progress memory progress) internal pure returns (uint256 word) {
        return progress.remaining | progress.periodCharged << 96 | progress.period << 192 | progress.number << 224
            | (progress.cancelled ? 1 : 0) << 255;
    }

    function unpack(uint256 word) internal pure returns (Progress memory progress) {
        progress.remaining = word & LOW_96;
        progress.periodCharged = word >> 96 & LOW_96;
        progress.period = word >> 192 & type(uint32).max;
        progress.number = word >> 224 & MAX_NUMBER;
        progress.cancelled = word >> 255 != 0;
    }
}
