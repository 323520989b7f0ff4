// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title A token that does what none of the supported ones does
/// @dev Allows everything. The amount of a charge says what its collection does, the callback what a payout does.
contract OddToken {
    uint256 public constant BURN = 1;
    uint256 public constant TELL = 2;
    uint256 public constant RAMBLE = 3;
    uint256 public constant DENY = 4;
    uint256 public constant SILENCE = 5;
    uint256 public constant CALL_BACK = 6;
    /// @dev Above it, the rest says with how many bytes a collection reverts: 1, 2, 3, …
    uint256 public constant REASON = 1_000;
    uint256 private constant MAX_REASON = 1_000;
    /// @dev A payout that tells its gas.
    uint256 public constant TELL_PAYOUT = type(uint256).max;

    bytes public callback;
    uint256 public payoutGas;

    error Seen(uint256 gas);

    function setCallback(bytes calldata data) external {
        callback = data;
    }

    function setPayoutGas(uint256 gas_) external {
        payoutGas = gas_;
    }

    function transferFrom(address, address, uint256 value) external returns (bool) {
        uint256 seen = gasleft();
        if (value == BURN) _work(seen);
        if (value == TELL) revert Seen(seen);
        if (value == RAMBLE) _end(30_000, true);
        if (value == SILENCE) _end(0, false);
        if (value > REASON && value <= REASON + MAX_REASON) _explain(value - REASON);
        if (value == CALL_BACK) _callBack();
        return value != DENY;
    }

    function transfer(address, uint256) external returns (bool) {
        if (payoutGas == TELL_PAYOUT) revert Seen(gasleft());
        _work(payoutGas);
        _callBack();
        return true;
    }

    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external {}

    function permit(address, address, uint256, uint256, bytes calldata) external {}

    function nonces(address) external pure returns (uint256) {
        return 1;
    }

    function allowance(address, address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 2;
    }

    function _callBack() private {
        if (callback.length == 0) return;
        (bool success, bytes memory reason) = msg.sender.call(callback);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }

    function _work(uint256 gas_) private view {
        uint256 start = gasleft();
        uint256 spin;
        while (start - gasleft() < gas_) ++spin;
    }

    function _explain(uint256 size) private pure {
        bytes memory reason = new bytes(size);
        for (uint256 i = 0; i < size; ++i) {
            reason[i] = bytes1(uint8(i + 1));
        }
        assembly ("memory-safe") {
            revert(add(reason, 0x20), size)
        }
    }

    function _end(uint256 size, bool reverts) private pure {
        assembly ("memory-safe") {
            if reverts { revert(mload(0x40), size) }
            return(mload(0x40), size)
        }
    }
}
