// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistry} from "./interfaces/IRegistry.sol";
import {IRegistryAnswers} from "./interfaces/IRegistryAnswers.sol";

/// @title Questions to a registry
/// @notice Anyone can deploy a registry, so its answers are judged here: each is asked for with bounded gas, in a call that
/// changes nothing, and only the expected words of it are copied.
/// @dev Every function reverts `BadRegistryAnswer` when there is no answer, or a value is out of its bounds.
library RegistryCalls {
    /// @dev Gas for one answer. A registry that reads two slots behind a proxy needs less than half of it.
    uint256 internal constant GAS_CAP = 30_000;
    /// @dev The highest fee that a registry can name, in basis points.
    uint256 private constant MAX_FEE_BPS = 300;

    /// @dev Where a payment to a merchant in a token goes now; see `IRegistry.route`.
    function route(address registry, uint256 merchantId, address token)
        internal
        view
        returns (address payout, uint256 feeBps, bool isAccepted)
    {
        uint256[3] memory words = _ask(registry, abi.encodeCall(IRegistry.route, (merchantId, token)), 3);
        if (words[1] > MAX_FEE_BPS) revert IRegistryAnswers.BadRegistryAnswer(registry);
        return (_address(registry, words[0]), words[1], _bool(registry, words[2]));
    }

    /// @dev A merchant's accounts, in every status.
    function accounts(address registry, uint256 merchantId) internal view returns (address owner, address payout) {
        uint256[3] memory words = _ask(registry, abi.encodeCall(IRegistry.accounts, (merchantId)), 2);
        return (_address(registry, words[0]), _address(registry, words[1]));
    }

    /// @dev Whether an account may charge subscriptions.
    function isKeeper(address registry, address account) internal view returns (bool) {
        return _bool(registry, _ask(registry, abi.encodeCall(IRegistry.isKeeper, (account)), 1)[0]);
    }

    /// @dev The account that may end subscriptions.
    function operator(address registry) internal view returns (address) {
        return _address(registry, _ask(registry, abi.encodeCall(IRegistry.operator, ()), 1)[0]);
    }

    /// @dev The account that fees go to.
    function treasury(address registry) internal view returns (address) {
        return _address(registry, _ask(registry, abi.encodeCall(IRegistry.treasury, ()), 1)[0]);
    }

    /// @param count How many words are expected, at most three
    function _ask(address registry, bytes memory question, uint256 count)
        private
        view
        returns (uint256[3] memory words)
    {
        uint256 cap = GAS_CAP;
        uint256 size = count * 32;
        bool isAnswered;
        assembly ("memory-safe") {
            isAnswered := staticcall(cap, registry, add(question, 0x20), mload(question), words, size)
            if lt(returndatasize(), size) { isAnswered := 0 }
        }
        if (!isAnswered) revert IRegistryAnswers.BadRegistryAnswer(registry);
    }

    function _address(address registry, uint256 word) private pure returns (address) {
        if (word > type(uint160).max) revert IRegistryAnswers.BadRegistryAnswer(registry);
        return address(uint160(word));
    }

    function _bool(address registry, uint256 word) private pure returns (bool) {
        if (word > 1) revert IRegistryAnswers.BadRegistryAnswer(registry);
        return word == 1;
    }
}
