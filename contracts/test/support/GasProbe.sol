// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title A token that tells how much gas it was called with
/// @dev The amount of a payment says what its collection does.
contract GasProbe {
    uint256 public constant BURN = 1;
    uint256 public constant TELL = 2;
    uint256 public constant TAKE = 3;
    uint256 public constant RAMBLE = 4;
    /// @dev Above it, the rest says with how many bytes a collection reverts: 1, 2, 3, …
    uint256 public constant REASON = 1_000;

    error Seen(uint256 gas);

    function receiveWithAuthorization(
        address,
        address,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        uint8,
        bytes32,
        bytes32
    ) external view {
        uint256 seen = gasleft();
        if (value == BURN) _burn();
        if (value == TELL) revert Seen(seen);
        if (value == RAMBLE) _ramble();
        if (value > REASON) _explain(value - REASON);
    }

    function transfer(address, uint256) external view returns (bool) {
        revert Seen(gasleft());
    }

    function _burn() private view {
        uint256 spin;
        while (gasleft() > 0) ++spin;
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

    /// @dev Reverts with as many bytes as its gas pays for.
    function _ramble() private pure {
        assembly ("memory-safe") {
            revert(mload(0x40), 30000)
        }
    }
}
