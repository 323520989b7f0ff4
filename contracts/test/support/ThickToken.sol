// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title A token whose transfers need more gas than any public one, for the rules of a batch's payout
/// @dev Gives everyone everything: only its gas matters.
contract ThickToken {
    uint256 public immutable receiveGas;
    uint256 public immutable transferGas;
    /// @dev Whether an out-of-gas inside comes out as a refusal with a text.
    bool public immutable explains;

    constructor(uint256 receiveGas_, uint256 transferGas_, bool explains_) {
        receiveGas = receiveGas_;
        transferGas = transferGas_;
        explains = explains_;
    }

    function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)
        external
        view
    {
        _work(receiveGas);
    }

    function transfer(address, uint256) external view returns (bool) {
        if (!explains) return this.work();
        try this.work() returns (bool done) {
            return done;
        } catch {
            revert("inner call failed");
        }
    }

    function work() external view returns (bool) {
        _work(transferGas);
        return true;
    }

    function _work(uint256 gas_) private view {
        uint256 start = gasleft();
        uint256 spin;
        while (start - gasleft() < gas_) ++spin;
    }
}
