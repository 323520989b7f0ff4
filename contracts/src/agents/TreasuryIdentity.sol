// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {RegistryCalls} from "../core/RegistryCalls.sol";
import {IAgentTreasury} from "./interfaces/IAgentTreasury.sol";

/// @title Whose a treasury is
/// @notice Makes the treasuries of merchants, and tells each whose it is. The implementation itself belongs to no merchant.
/// @dev Registry and merchant stand at the end of a clone's code: nothing can change them, and nothing is to be set up.
abstract contract TreasuryIdentity is IAgentTreasury {
    address private immutable _implementation = address(this);

    modifier onlyOwner() {
        if (msg.sender != owner()) revert NotOwner(msg.sender);
        _;
    }

    modifier onlyImplementation() {
        if (address(this) != _implementation) revert NotATreasury();
        _;
    }

    /// @inheritdoc IAgentTreasury
    function deploy(address registry_, uint256 merchantId_) external onlyImplementation returns (address treasury) {
        treasury = treasuryOf(registry_, merchantId_);
        if (treasury.code.length != 0) return treasury;
        bytes memory args = abi.encode(registry_, merchantId_);
        Clones.cloneDeterministicWithImmutableArgs(address(this), args, keccak256(args));
        emit TreasuryDeployed(registry_, merchantId_, treasury);
    }

    /// @inheritdoc IAgentTreasury
    function treasuryOf(address registry_, uint256 merchantId_) public view onlyImplementation returns (address) {
        bytes memory args = abi.encode(registry_, merchantId_);
        return Clones.predictDeterministicAddressWithImmutableArgs(address(this), args, keccak256(args));
    }

    /// @inheritdoc IAgentTreasury
    function registry() external view returns (address registry_) {
        (registry_,) = _merchant();
    }

    /// @inheritdoc IAgentTreasury
    function merchantId() external view returns (uint256 merchantId_) {
        (, merchantId_) = _merchant();
    }

    /// @inheritdoc IAgentTreasury
    function owner() public view returns (address owner_) {
        (owner_,) = _accounts();
    }

    /// @dev The merchant's accounts as the registry names them now, in every status.
    function _accounts() internal view returns (address owner_, address payout) {
        (address registry_, uint256 merchantId_) = _merchant();
        return RegistryCalls.accounts(registry_, merchantId_);
    }

    function _merchant() internal view returns (address registry_, uint256 merchantId_) {
        if (address(this) == _implementation) revert NotATreasury();
        return abi.decode(Clones.fetchCloneArgs(address(this)), (address, uint256));
    }
}
